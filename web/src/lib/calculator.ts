/** A score question as the server reads it. */
import type { Seat } from "$frames";
import type { Options } from "./api.ts";
import { tilesText } from "./tiles.ts";

export type MeldKind = "chow" | "pong" | "exposed" | "concealed";

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

/** The winner is A; claimed melds come from the seat across unless the rules say chow, then from the one before. */
export function question(asked: Asked, options: Options): Record<string, unknown> {
  const melds = asked.melds.map(({ kind, tiles }) => meld(kind, tiles));
  return {
    hand: tilesText(asked.hand),
    tile: asked.tile,
    by: asked.by,
    dealer: asked.dealer,
    streak: asked.streak,
    options,
    ...(asked.by === "self_draw" ? {} : { from: asked.from }),
    ...(melds.length ? { melds: { A: melds } } : {}),
    ...(asked.indicator ? { indicator: asked.indicator } : {}),
    ...(asked.flowers.length ? { flowers: { A: tilesText(asked.flowers) } } : {}),
    ...(asked.turned.length ? { turned: tilesText(asked.turned) } : {}),
  };
}

function meld(kind: MeldKind, tiles: string[]): string {
  const [first = ""] = tiles;
  if (kind === "chow") return `chow ${tilesText(tiles)} from D`;
  if (kind === "concealed") return `concealed ${first}`;
  return `${kind} ${first} from C`;
}
