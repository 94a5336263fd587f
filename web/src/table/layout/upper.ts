/** The upper part of the screen for one size of discards: bar, seats of the others, felt. */
import type { Other, Rules } from "./content.ts";
import { othersOf } from "./content.ts";
import { feltTall, feltWide, type Felt, type FeltWish } from "./felt.ts";
import { clamp, MIN, rect, right, tall, type Rect } from "./shape.ts";

export interface UpperWish extends FeltWish {
  kind: "stack" | "wide";
  scale: number;
  rules: Rules;
  meld: number;
}

export interface Upper {
  bar: Rect;
  tools: Rect;
  seats: Partial<Record<Other, Rect>>;
  felt: Rect;
  made: Felt;
  discard: number;
  meld: number;
  meldLines: number;
}

const LEAST_FELT = 200;
const NARROW = 760;
/** A high column holds a meld a line and stays narrow; a low one two a line. */
const LINES = { high: 6, low: 3 };

/** Height of the name beside a seat of the sides. */
export const idHigh = (scale: number, discard: number): number =>
  Math.round(clamp(36 * scale, 36, 60) + (discard > 30 ? 8 : 0));
/** Height of one line of melds. */
export const meldLine = (meld: number): number => tall(meld) + 3;

const topHigh = ({ scale, meld }: UpperWish) =>
  Math.max(MIN.touch, Math.round(21 * scale) + 3 + tall(meld));
const barHigh = ({ scale }: UpperWish) => Math.max(MIN.touch, Math.round(38 * scale));

export const upperZones = (wish: UpperWish): Upper | null =>
  wish.kind === "stack" ? stacked(wish) : wide(wish);

/** Bar, top seat and felt above one another; the sides sit on the felt. */
function stacked(wish: UpperWish): Upper | null {
  const { box, gap, discard, meld, scale, tight, rules } = wish;
  const others = othersOf(rules.players);
  const high = barHigh(wish);
  const toolsWide = rules.tools * MIN.touch;
  const bar = rect(box.x, box.y, box.w - toolsWide - 2, high);
  const tools = rect(right(box) - toolsWide, box.y, toolsWide, high);
  const seats: Upper["seats"] = {};
  let y = box.y + high + 2;
  if (others.includes("top")) {
    seats.top = rect(box.x, y, box.w, topHigh(wish));
    y += seats.top.h + gap;
  }
  const felt = rect(box.x, y, box.w, box.y + box.h - y);
  const sides = others.includes("left");
  const band = sides ? idHigh(scale, discard) + (tight ? 1 : 2) * meldLine(meld) : 0;
  const made = feltTall({ ...wish, box: felt }, band);
  if (!made) return null;
  if (sides) {
    const half = Math.floor((felt.w - 3 * gap) / 2);
    seats.left = rect(felt.x + gap, made.bandY, half, band);
    seats.right = rect(right(felt) - gap - half, made.bandY, half, band);
  }
  return { bar, tools, seats, felt, made, discard, meld, meldLines: 2 };
}

/** Bar, top seat and tools in a row; below it the felt between two columns. */
function wide(wish: UpperWish): Upper | null {
  const { box, gap, discard, meld, rules } = wish;
  const others = othersOf(rules.players);
  const { bar, tools, top } = firstRow(wish);
  const seats: Upper["seats"] = others.includes("top") ? { top } : {};
  const y = box.y + Math.max(bar.h, seats.top?.h ?? 0) + gap;
  const high = box.y + box.h - y;
  const column = others.includes("left") ? sideColumn(wish, high) : { wide: 0, lines: LINES.low };
  if (!column) return null;
  const beside = column.wide ? column.wide + gap : 0;
  const felt = rect(box.x + beside, y, box.w - 2 * beside, high);
  if (felt.w < LEAST_FELT) return null;
  const made = feltWide({ ...wish, box: felt }) ?? feltTall({ ...wish, box: felt }, 0);
  if (!made) return null;
  if (column.wide) {
    seats.left = rect(box.x, y, column.wide, high);
    seats.right = rect(right(box) - column.wide, y, column.wide, high);
  }
  return { bar, tools, seats, felt, made, discard, meld, meldLines: column.lines };
}

function firstRow(wish: UpperWish): { bar: Rect; tools: Rect; top: Rect } {
  const { box, gap, scale, meld, discard, rules } = wish;
  const isNarrow = box.w <= NARROW;
  const title = clamp(box.w * 0.15, (isNarrow ? 84 : 104) * scale, 190 * scale);
  const bar = rect(box.x, box.y, MIN.touch + title, barHigh(wish));
  const toolsWide = Math.min(rules.tools, isNarrow ? 3 : 4) * MIN.touch;
  const tools = rect(right(box) - toolsWide, box.y, toolsWide, bar.h);
  const free = box.w - bar.w - toolsWide - 2 * gap;
  const pile = Math.min(6.4 * meld, free * 0.25);
  const w = Math.min(free, Math.round((discard > 30 ? 146 : 120) * scale + 15 * meld + 30 + pile));
  const x = clamp(box.x + (box.w - w) / 2, right(bar) + gap, tools.x - gap - w);
  return { bar, tools, top: rect(x, box.y, w, topHigh(wish)) };
}

function sideColumn(wish: UpperWish, high: number): { wide: number; lines: number } | null {
  const { scale, meld, discard } = wish;
  const line = Math.round(21 * scale);
  const id = idHigh(scale, discard);
  if (high < id + line + 3 + LINES.low * meldLine(meld)) return null;
  const lines = high >= id + 2 * line + 24 + LINES.high * meldLine(meld) ? LINES.high : LINES.low;
  const tiles = lines === LINES.high ? 4 * meld + 10 : 6 * meld + 8;
  return { wide: Math.round(Math.max(98 * scale, tiles)), lines };
}
