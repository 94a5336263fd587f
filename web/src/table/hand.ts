/** The own hand: tiles keep their identity from view to view, so that they can be moved and animated. */
import { sortTiles, tileOrder } from "../ui/tiles.ts";

export interface Held {
  id: number;
  tile: string;
}

export interface Arranged {
  held: Held[];
  drawn: Held | null;
}

export interface Shown {
  tiles: readonly string[];
  drawn: string | null;
  wild: readonly string[];
}

const NOTHING: Arranged = { held: [], drawn: null };
let nextId = 1;

/** The hand after a new view: known tiles stay, new ones come in; sorted, or in the player's own order. */
export function arrange(
  before: Arranged = NOTHING,
  shown: Shown,
  own: boolean,
  dropped?: number,
): Arranged {
  const { kept, fresh } = recognise(before, shown.tiles, dropped);
  const drawn = takeDrawn(shown.drawn, kept, fresh);
  const held = own ? insert(kept, fresh, shown.wild) : sorted([...kept, ...fresh], shown.wild);
  return { held, drawn };
}

function recognise(before: Arranged, tiles: readonly string[], dropped?: number) {
  const known = [...before.held, ...(before.drawn ? [before.drawn] : [])];
  const wanted = [...tiles];
  const kept: Held[] = [];
  const later = known.filter((held) => held.id === dropped);
  for (const held of [...known.filter((held) => held.id !== dropped), ...later]) {
    const at = wanted.indexOf(held.tile);
    if (at < 0) continue;
    wanted.splice(at, 1);
    kept.push(held);
  }
  return { kept, fresh: wanted.map((tile) => ({ id: nextId++, tile })) };
}

/** Take the drawn tile out: the fresh one, or else the last that looks like it. */
function takeDrawn(drawn: string | null, kept: Held[], fresh: Held[]): Held | null {
  if (drawn === null) return null;
  for (const pool of [fresh, kept]) {
    const at = pool.findLastIndex((held) => held.tile === drawn);
    if (at >= 0) return pool.splice(at, 1)[0] ?? null;
  }
  return null;
}

function rank(tile: string, wild: readonly string[]): number {
  return tileOrder(tile) - (wild.includes(tile) ? 100 : 0);
}

/** A row in the order of the tiles, wild ones first. */
export function sorted(all: readonly Held[], wild: readonly string[]): Held[] {
  return [...all].sort((a, b) => rank(a.tile, wild) - rank(b.tile, wild) || a.id - b.id);
}

function insert(kept: Held[], fresh: Held[], wild: readonly string[]): Held[] {
  const row = [...kept];
  for (const one of sorted(fresh, wild)) {
    const after = row.findLastIndex((held) => rank(held.tile, wild) <= rank(one.tile, wild));
    row.splice(after + 1, 0, one);
  }
  return row;
}

/** No number of dealt tiles is a multiple of it, so every tile has a place. */
const STRIDE = 5;

/** A sorted row as it may have come from the wall. */
export const asDealt = (row: readonly Held[]): Held[] =>
  row.map((_, at) => row[(at * STRIDE) % row.length] as Held);

/** Move a tile to another place in the row. */
export function move(row: readonly Held[], id: number, to: number): Held[] {
  const from = row.findIndex((held) => held.id === id);
  if (from < 0) return [...row];
  const rest = row.filter((held) => held.id !== id);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, row[from] as Held);
  return rest;
}

/** Hands that only lie there (results, replays) are simply sorted. */
export function laidOut(tiles: readonly string[], wild: readonly string[]): string[] {
  return sortTiles(tiles, wild);
}
