/** Against computers alone the table waits for its player. */
import type { TableState } from "./state.svelte.ts";

/** So long without a touch, and nobody seems to be there. */
export const IDLE_MS = 20_000;
const TOUCHES = ["pointerdown", "pointermove", "click", "keydown"] as const;

/** Whether the table can be paused now. */
export const canPause = ({ room, seat, view }: TableState): boolean =>
  !!room?.solo && room.phase === "playing" && !!seat && view?.stage !== "over";

/** Pause when the tab is hidden, a sheet is open, or nothing was touched for a while. */
export function pauseWhenAway(game: TableState, isSheetOpen: () => boolean): void {
  const pauses = () => {
    if (canPause(game) && !game.room?.paused) game.pause();
  };
  $effect(() => {
    if (!canPause(game)) return;
    const hide = () => document.hidden && pauses();
    let timer = setTimeout(pauses, IDLE_MS);
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(pauses, IDLE_MS);
    };
    document.addEventListener("visibilitychange", hide);
    for (const one of TOUCHES) addEventListener(one, touched, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", hide);
      for (const one of TOUCHES) removeEventListener(one, touched);
    };
  });
  $effect(() => {
    if (!isSheetOpen() || !canPause(game)) return;
    game.pause();
    return () => game.goOn();
  });
}
