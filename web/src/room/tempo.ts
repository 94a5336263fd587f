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

/** What is chosen for a table beside its rules. */
export interface TableWish {
  /** Seconds for a decision. */
  decision: number;
  /** Until the player has chosen a tempo, it is what suits friends, or strangers. */
  tempo: Tempo | null;
  rest: number;
  watching: "none" | "public" | "delayed";
  advice: "alone" | "all" | "none";
  pace: "usual" | "slow";
}

export const USUAL: TableWish = {
  ...{ decision: 20, tempo: null, rest: WINDOW.usual },
  ...{ watching: "public", advice: "alone", pace: "usual" },
};
/** How often the time for a decision is in the bank. */
export const BANK = 3;

/** What the server is asked for. */
export function wishOf({ decision, tempo, rest, ...other }: TableWish, isPublic: boolean) {
  const clock = { decision, bank: decision * BANK, tempo: tempo ?? usualTempo(isPublic) };
  return { clock: { ...clock, window: rest }, ...other };
}

/** The tempo of a room in two words. */
export function tempoWords({ tempo, window }: ClockRules): string {
  return tempo === "even"
    ? t("tempo_even_short", { n: window ?? WINDOW.usual })
    : t("tempo_natural_short");
}
