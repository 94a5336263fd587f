/** A score question as the server reads it, and its answer as a table. */
import type { Seat, MeldView, TableView } from "$frames";
import type { MeldKind, Options, Scored } from "../app/answers.ts";
import { tilesText } from "../ui/tiles.ts";

export interface Asked {
  hand: string[];
  tile: string;
  melds: { kind: MeldKind; tiles: string[] }[];
  by: "self_draw" | "discard" | "rob_kong";
  from: Seat;
  dealer: Seat;
  streak: number;
  indicator: string;
  flowers: string[];
  turned: string[];
}

/** Whose tile a claimed meld took: a chow comes from the seat before, the others from across. */
const SOURCES: Record<MeldKind, Seat | null> = {
  chow: "D",
  pong: "C",
  exposed: "C",
  concealed: null,
};

/** The winner is A. */
export function question(asked: Asked, options: Options): Record<string, unknown> {
  const melds = asked.melds.map(({ kind, tiles }) => meld(kind, tiles));
  return {
    hand: tilesText(asked.hand),
    by: asked.by,
    dealer: asked.dealer,
    streak: asked.streak,
    options,
    ...(asked.tile ? { tile: asked.tile } : {}),
    ...(asked.by === "self_draw" ? {} : { from: asked.from }),
    ...(melds.length ? { melds: { A: melds } } : {}),
    ...(asked.indicator ? { indicator: asked.indicator } : {}),
    ...(asked.flowers.length ? { flowers: { A: tilesText(asked.flowers) } } : {}),
    ...(asked.turned.length ? { turned: tilesText(asked.turned) } : {}),
  };
}

function meld(kind: MeldKind, tiles: string[]): string {
  const written = kind === "chow" ? tilesText(tiles) : (tiles[0] ?? "");
  const source = SOURCES[kind];
  return `${kind} ${written}${source ? ` from ${source}` : ""}`;
}

/** The answer as the end of a round, so that it can be shown like one. */
export function answered(town: string, asked: Asked, scored: Scored): TableView {
  const letters: Seat[] = ["A", "B", "C", "D"];
  const melds: MeldView[] = asked.melds.map(({ kind, tiles }) => ({
    kind,
    tiles,
    source: SOURCES[kind],
  }));
  const none = { count: 0, score: 0, melds: [], river: [], piles: [], marks: [] };
  return {
    variant: town,
    round: 1,
    players: scored.changes.length,
    dealer: letters[scored.dealer] ?? "A",
    streak: asked.streak,
    dice: [],
    left: 0,
    can_draw: 0,
    wild: scored.wild,
    scores: scored.changes.map(() => 0),
    changes: scored.changes,
    stage: "over",
    wins: scored.wins,
    paid: scored.paid,
    turned: scored.assumed.turned ?? asked.turned,
    end: { how: "win", next_streak: 0 },
    seats: letters
      .slice(0, scored.changes.length)
      .map((seat) =>
        seat === "A" ? { ...none, seat, tiles: asked.hand, melds } : { ...none, seat },
      ),
  };
}
