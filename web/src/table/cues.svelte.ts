/** Signs that it is the player's turn: ticks of the last seconds, and the title of a hidden tab. */
import { t } from "../i18n/index.svelte.ts";
import type { Reading } from "./clock.ts";
import { cue } from "./sound.ts";

/** One tick for each of the last seconds of the own clock. */
export function tickInHurry(clock: () => Reading | null, isMine: () => boolean): void {
  const second = $derived(isMine() && clock()?.hurry ? clock()?.seconds : null);
  $effect(() => {
    if (second) cue("tick");
  });
}

/** While the tab is hidden, its title says that somebody waits. */
export function titleWhileHidden(isAsked: () => boolean): void {
  let hidden = $state(document.hidden);
  $effect(() => {
    const look = () => (hidden = document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
  $effect(() => {
    if (!hidden || !isAsked()) return;
    const before = document.title;
    document.title = t("turn_title");
    return () => (document.title = before);
  });
}
