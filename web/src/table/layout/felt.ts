/** The felt: rivers around the compass, for one size of discards. */
import type { Place } from "../places.ts";
import { othersOf, type Rules } from "./content.ts";
import { clamp, rect, tall, type Rect } from "./shape.ts";

/** A river's zone, and at which end its discards begin. */
export interface RiverBox extends Rect {
  anchor: "top" | "middle" | "bottom";
}

export interface CompassShape {
  shape: "row" | "column" | "stack";
  clock: number;
  tile: number;
  /** The height of the word under a tile. */
  word: number;
  w: number;
  h: number;
}

export interface Felt {
  rivers: Partial<Record<Place, RiverBox>>;
  compass: Rect;
  shape: CompassShape;
  /** Where the seats of the sides begin, if they stand on the felt. */
  bandY: number;
}

export interface FeltWish {
  box: Rect;
  rules: Rules;
  /** The width of a discard. */
  discard: number;
  /** Discards for which every river has room. */
  reserve: number;
  gap: number;
  tight: boolean;
}

const EDGE = 4;
const MOST_ROWS = { four: 4, fewer: 5 };

function compassShape(wish: FeltWish, shape: CompassShape["shape"]): CompassShape {
  const { discard, rules, tight } = wish;
  const clock = Math.round(clamp(discard * 2.7, tight ? 44 : 52, 180));
  const tile = Math.round(clamp(discard * 1.2, 22, 104));
  const word = clamp(Math.round(discard * 0.5), 14, 22);
  const n = rules.figures;
  const same = { shape, clock, tile, word };
  if (shape === "row")
    return { ...same, w: clock + 8 + n * (tile + 4), h: Math.max(clock, tall(tile) + word + 2) };
  if (shape === "stack")
    return { ...same, w: clock + 6 + tile, h: Math.max(clock, n * (tall(tile) + word)) };
  return { ...same, w: Math.max(clock, n * (tile + 4)), h: clock + 8 + tall(tile) + word };
}

const has = (wish: FeltWish) => {
  const others = othersOf(wish.rules.players);
  return { top: others.includes("top"), sides: others.includes("left") };
};
const river = (box: Rect, anchor: RiverBox["anchor"]): RiverBox => ({ ...box, anchor });

interface Cross {
  shape: CompassShape;
  /** Gap between rivers. */
  g: number;
  rows: number;
  /** Width of the central column, and what is left beside it. */
  centre: number;
  side: number;
}

/** How a central column of top river, compass and own river divides the felt; null if something has no room. */
function cross(wish: FeltWish): Cross | null {
  const { box, discard, reserve, gap, tight } = wish;
  const { top, sides } = has(wish);
  const g = Math.max(gap, Math.round(discard * 0.28));
  const shape = compassShape(wish, "row");
  const [col, row] = [discard + 1, tall(discard) + 2];
  const ends = top ? 2 : 1;
  const high = Math.floor((box.h - 2 * EDGE - shape.h - ends * g) / ends);
  const rows = Math.min(Math.floor((high + 2) / row), sides ? MOST_ROWS.four : MOST_ROWS.fewer);
  if (rows < 1) return null;
  const cols = Math.max(Math.ceil(reserve / rows), Math.ceil((shape.w + 1) / col), 6);
  const centre = cols * col - 1;
  const side = Math.floor((box.w - 2 * EDGE - centre - 2 * g) / 2);
  const sideCols = Math.floor((side + 1) / col);
  const sideRows = Math.floor((box.h - 2 * EDGE + 2) / row);
  if (centre > box.w - 2 * EDGE) return null;
  if (sides && (sideCols < (tight ? 3 : 4) || sideCols * sideRows < reserve)) return null;
  return { shape, g, rows, centre, side };
}

/** Rivers of the sides beside a central column: top river, compass, own river. */
export function feltWide(wish: FeltWish): Felt | null {
  const made = cross(wish);
  if (!made) return null;
  const { box, discard } = wish;
  const { top, sides } = has(wish);
  const { shape, g, rows, centre } = made;
  const used = rows * (tall(discard) + 2) - 2;
  const ends = top ? 2 : 1;
  const spare = Math.max(0, box.h - 2 * EDGE - ends * (used + g) - shape.h);
  const middle = box.x + box.w / 2;
  const first = box.y + EDGE + spare / 2;
  const y = top ? first + used + g : first;
  const rivers: Felt["rivers"] = sides ? sideRivers(wish, made) : {};
  if (top) rivers.top = river(rect(middle - centre / 2, first, centre, used), "bottom");
  rivers.me = river(rect(middle - centre / 2, y + shape.h + g, centre, used), "top");
  return { rivers, compass: rect(middle - shape.w / 2, y, shape.w, shape.h), shape, bandY: 0 };
}

function sideRivers(wish: FeltWish, { g, centre, side }: Cross): Felt["rivers"] {
  const { box, discard, reserve } = wish;
  const col = discard + 1;
  const cols = Math.floor((side + 1) / col);
  const rows = Math.floor((box.h - 2 * EDGE + 2) / (tall(discard) + 2));
  const wanted = Math.min(cols, Math.max(6, Math.ceil(reserve / Math.max(2, rows))) + 1);
  const w = Math.max(wanted, Math.min(cols, 6)) * col - 1;
  const slack = Math.max(0, (side - w) / 2);
  const middle = box.x + box.w / 2;
  const [y, h] = [box.y + EDGE, box.h - 2 * EDGE];
  return {
    left: river(rect(middle - centre / 2 - g - slack - w, y, w, h), "middle"),
    right: river(rect(middle + centre / 2 + g + slack, y, w, h), "middle"),
  };
}

/** Rivers of top and own over the whole width; between them the sides, below their seats, and the compass. */
export function feltTall(wish: FeltWish, band: number): Felt | null {
  const { box, discard, reserve, gap } = wish;
  const { top, sides } = has(wish);
  const g = Math.max(gap, Math.round(discard * 0.22));
  const [col, row] = [discard + 1, tall(discard) + 2];
  const width = box.w - 2 * gap;
  const ends = Math.ceil(reserve / Math.floor((width + 1) / col)) * row - 2;
  const free = box.h - 2 * EDGE - (top ? 2 : 1) * (ends + g) - (band ? band + gap : 0);
  for (const kind of ["column", "row", "stack"] as const) {
    const shape = compassShape(wish, kind);
    const side = Math.floor((width - shape.w - 2 * g) / 2);
    const [cols, rows] = [Math.floor((side + 1) / col), Math.floor((free + 2) / row)];
    if (shape.h > free || shape.w > width) continue;
    if (sides && (cols < 3 || cols * rows < reserve)) continue;
    return placeTall(wish, { shape, g, side, ends, free, band });
  }
  return null;
}

interface Lines {
  shape: CompassShape;
  g: number;
  side: number;
  /** Height of the rivers of top and own. */
  ends: number;
  /** Height between them. */
  free: number;
  band: number;
}

function placeTall(wish: FeltWish, lines: Lines): Felt {
  const { box, gap } = wish;
  const { shape, g, side, ends, free, band } = lines;
  const { top, sides } = has(wish);
  const [x, width] = [box.x + gap, box.w - 2 * gap];
  const bandY = box.y + EDGE + (top ? ends + g : 0);
  const y = bandY + (band ? band + gap : 0);
  const rivers: Felt["rivers"] = {};
  if (top) rivers.top = river(rect(x, box.y + EDGE, width, ends), "middle");
  if (sides) {
    const anchor = band ? "top" : "middle";
    rivers.left = river(rect(x, y, side, free), anchor);
    rivers.right = river(rect(x + width - side, y, side, free), anchor);
  }
  rivers.me = river(rect(x, box.y + box.h - EDGE - ends, width, ends), "middle");
  const compass = rect(box.x + box.w / 2 - shape.w / 2, y + (free - shape.h) / 2, shape.w, shape.h);
  return { rivers, compass, shape, bandY };
}
