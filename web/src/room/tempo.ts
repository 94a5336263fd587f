/** The tempo of a room: how long a tile rests on offer, and what the pause tells. */
import type { ClockRules } from "$frames";
import { t } from "../i18n/index.svelte.ts";

export type Tempo = NonNullable<ClockRules["tempo"]>;

/** How long a discard may rest in an even tempo, in seconds. */
export const WINDOW = { low: 2, high: 10, usual: 4, offered: [3, 4, 6] } as const;

/** Friends play as at home; where strangers may sit down, no pause shall tell anything. */
export function usualTempo(isPublic: boolean): Tempo {
  return isPublic ? "even" : "natural";
}

/** The tempo of a room in two words. */
export function tempoWords({ tempo, window }: ClockRules): string {
  return tempo === "even"
    ? t("tempo_even_short", { n: window ?? WINDOW.usual })
    : t("tempo_natural_short");
}
