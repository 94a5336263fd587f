/** What a player's matches come to, town by town. */
import type { MatchCard } from "./api.ts";
import { ranking } from "./ranking.ts";

export interface Town {
  town: string;
  matches: number;
  rounds: number;
  /** Share of rounds that brought points. */
  won: number;
  points: number;
  best: number;
  /** The average place. */
  rank: number;
}

export function summary(matches: readonly MatchCard[], name: string): Town[] {
  const towns = [...new Set(matches.map((match) => match.variant))];
  return towns.map((town) => ofTown(town, matches, name)).filter((one) => one.matches > 0);
}

function ofTown(town: string, matches: readonly MatchCard[], name: string): Town {
  const mine = matches.flatMap((match) => {
    const seat = match.my_seat ? "ABCD".indexOf(match.my_seat) : match.names.indexOf(name);
    return match.variant === town && match.result && seat >= 0
      ? [{ result: match.result, seat }]
      : [];
  });
  const changes = mine.flatMap(({ result, seat }) =>
    result.rounds.map((round) => round[seat] ?? 0),
  );
  const ranks = mine.map(
    ({ result, seat }) => ranking(result.totals).find((one) => one.seat === seat)?.rank ?? 0,
  );
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  return {
    town,
    matches: mine.length,
    rounds: changes.length,
    won: changes.length ? changes.filter((change) => change > 0).length / changes.length : 0,
    points: sum(mine.map(({ result, seat }) => result.totals[seat] ?? 0)),
    best: Math.max(0, ...changes),
    rank: mine.length ? sum(ranks) / mine.length : 0,
  };
}
