/** What a player's matches in one town come to, in shares and means. */
import type { MyStatistics } from "../app/answers.ts";

export interface Shares {
  town: string;
  matches: number;
  rounds: number;
  /** Shares of the rounds: won, won by the own draw, fed somebody. */
  won: number;
  drawn: number;
  fed: number;
  points: number;
  mean: number;
  rating: number | null;
}

export function shares(one: MyStatistics): Shares {
  const of = (count: number) => (one.rounds ? count / one.rounds : 0);
  return {
    town: one.variant,
    matches: one.matches,
    rounds: one.rounds,
    won: of(one.wins),
    drawn: of(one.self_draws),
    fed: of(one.fed),
    points: one.points,
    mean: of(one.points),
    rating: one.rated_matches ? one.rating : null,
  };
}
