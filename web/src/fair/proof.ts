/** A whole round checked: the shuffle, the wall that it leads to, and the tiles drawn from it. */
import { hexToBytes } from "@noble/hashes/utils.js";
import type { GameEvent, OutgoingProof } from "$frames";
import type { DealtProof } from "../app/answers.ts";
import { ALL_TILES } from "../ui/tiles.ts";
import { wall } from "./deal.ts";

/** The wall, recomputed from the seed and compared tile by tile with the one that the server names. */
export function wallFollows(proof: DealtProof): boolean {
  if (!/^([0-9a-f]{2})+$/i.test(proof.seed)) return false;
  const place = (tile: string) => ALL_TILES.indexOf(tile);
  const tiles = [...proof.wall].sort((a, b) => place(a) - place(b));
  return wall(tiles, hexToBytes(proof.seed)).join(" ") === proof.wall.join(" ");
}

/** Whether the tiles drawn from the front came in the order of the wall. */
export function drawsFollow(row: readonly string[], events: readonly GameEvent[]): boolean {
  const drawn = events.flatMap((event) =>
    event.event === "drawn" && !event.back && event.tile ? [event.tile] : [],
  );
  let at = 0;
  for (const tile of row) if (tile === drawn[at]) at++;
  return at === drawn.length;
}

export function asTold(proof: DealtProof): OutgoingProof {
  return { type: "proof", ...proof };
}
