/** My matches added up, for a graph. */
import type { MyMatch } from "../app/answers.ts";

/** What I had after each ended match, the oldest first; it begins with nothing. */
export function sums(matches: readonly MyMatch[]): number[] {
  const ended = matches
    .filter((one) => one.totals?.length)
    .toSorted((a, b) => a.started - b.started);
  const found = [0];
  for (const one of ended) {
    const mine = one.totals?.["ABCD".indexOf(one.my_seat)] ?? 0;
    found.push((found.at(-1) ?? 0) + mine);
  }
  return found;
}

/** The points of a line in a box: from left to right, the highest value above. */
export function points(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, at) => [at * step, height - ((value - low) / span) * height])
    .map((point) => point.map((one) => one.toFixed(1)).join(","))
    .join(" ");
}
