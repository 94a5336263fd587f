/** What the hand would wait for after a discard. */
import type { ActionChoice, Tile, WaitView } from "$frames";

export type Ready = Map<Tile, WaitView[]>;

/** The discards that leave the hand ready, with what it then waits for. */
export function readyAfter(choices: Iterable<ActionChoice>): Ready {
  const ready: Ready = new Map();
  for (const { tile, waits } of choices) if (tile && waits?.length) ready.set(tile, waits);
  return ready;
}

/** How many tiles would win. */
export const leftOf = (waits: readonly WaitView[]): number =>
  waits.reduce((sum, { unseen }) => sum + unseen, 0);

const worthOf = (waits: readonly WaitView[]) =>
  waits.reduce((sum, { unseen, value }) => sum + unseen * (value ?? 0), 0);

/** The discard that leaves most tiles to win with; of equal ones the most valuable. */
export function bestOf(ready: Ready): Tile | null {
  let best: [tile: Tile, left: number, worth: number] | null = null;
  for (const [tile, waits] of ready) {
    const [left, worth] = [leftOf(waits), worthOf(waits)];
    if (!best || left > best[1] || (left === best[1] && worth > best[2]))
      best = [tile, left, worth];
  }
  return best?.[0] ?? null;
}

/** Whether a hand waits for tiles none of which is left. */
export const isDead = (waits: readonly WaitView[]): boolean => waits.length > 0 && !leftOf(waits);

/** What a wait is worth; `+` if it may be more. */
export const valueText = ({ value, least }: WaitView): string =>
  value == null ? "" : `${value}${least ? "+" : ""}`;
