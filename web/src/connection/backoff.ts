/** How long to wait before trying again: 0.5, 1, 2, 4 … 15 s, each a little different. */
const FIRST_MS = 500;
const MOST_MS = 15_000;

export function backOff(tries: number, random: () => number = Math.random): number {
  const wait = Math.min(MOST_MS, FIRST_MS * 2 ** tries);
  return Math.round(wait * (0.8 + 0.4 * random()));
}
