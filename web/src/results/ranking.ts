/** The order of a match by totals; equal ones share a rank. */
export interface Rank {
  seat: number;
  rank: number;
}

export function ranking(totals: readonly number[]): Rank[] {
  return totals
    .map((total, seat) => ({ seat, rank: 1 + totals.filter((other) => other > total).length }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}
