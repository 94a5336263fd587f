/** What lies before a seat in lines: melds, open tiles, the pile; and chips. */
import type { MeldContent, SeatContent } from "./content.ts";
import { clamp, measure, MIN, rect, tall, type Rect } from "./shape.ts";

export interface MeldLayout {
  box: Rect;
  tile: number;
  /** Equal tiles overlap. */
  fan: boolean;
}

export interface PileLayout {
  box: Rect;
  /** The width of its tiles; 0 if it is only a chip with their number. */
  tile: number;
}

export interface Laid {
  /** Open tiles of the hand. */
  open: Rect[];
  melds: MeldLayout[];
  /** Stands for the melds that have no room. */
  more: Rect | null;
  pile: PileLayout | null;
}

/** How much of an overlapped tile shows. */
export const FAN = 0.45;
const BETWEEN = 5;
const SMALL = 16;
const LEAST_OPEN = 9;
const MORE = 26;

export const meldWidth = ({ tiles, same }: MeldContent, tile: number, fan: boolean): number =>
  fan && same ? Math.ceil(tile * (1 + (tiles - 1) * FAN)) : tiles * tile + tiles - 1;

interface Item {
  what: "open" | "meld" | "more" | "pile";
  w: number;
  h: number;
  tile: number;
}

interface Try {
  tile: number;
  fan: boolean;
  chip: boolean;
  /** Melds that are shown. */
  keep: number;
}

/** What gives way, in this order: the pile becomes a chip, equal tiles overlap, tiles grow smaller, melds fold. */
function* tries(seat: SeatContent, most: number): Generator<Try> {
  const keep = seat.melds.length;
  const least = Math.max(SMALL, Math.round(most * 0.85));
  for (let tile = most; tile >= least; tile--) yield { tile, fan: false, chip: false, keep };
  for (let tile = most; tile >= SMALL; tile--) yield { tile, fan: false, chip: true, keep };
  for (let tile = most; tile >= MIN.meld; tile--) yield { tile, fan: true, chip: true, keep };
  if (seat.opened)
    for (let tile = MIN.meld; tile >= LEAST_OPEN; tile--)
      yield { tile, fan: true, chip: true, keep };
  for (let shown = keep - 1; shown >= 0; shown--)
    yield { tile: seat.opened ? LEAST_OPEN : MIN.meld, fan: true, chip: true, keep: shown };
}

function itemsOf(seat: SeatContent, box: Rect, one: Try, scale: number): Item[] {
  const { tile, fan, chip, keep } = one;
  const h = tall(tile);
  const open = seat.opened ? seat.concealed : 0;
  const items: Item[] = Array.from({ length: open }, () => ({ what: "open", w: tile, h, tile }));
  for (const meld of seat.melds.slice(0, keep))
    items.push({ what: "meld", w: meldWidth(meld, tile, fan), h, tile });
  if (keep < seat.melds.length) items.push({ what: "more", w: MORE, h: Math.min(20, h), tile: 0 });
  if (!seat.pile) return items;
  const small = Math.min(Math.round(tile * 0.8), Math.floor(box.w / seat.pile));
  const p = clamp(small, MIN.meld, Math.max(tile, MIN.meld));
  const high = Math.min(Math.round(20 * scale), h);
  if (!chip && p <= tile) items.push({ what: "pile", w: seat.pile * p, h: tall(p), tile: p });
  else items.push({ what: "pile", w: pileChip(seat, scale), h: high, tile: 0 });
  return items;
}

type Pile = Pick<SeatContent, "pile" | "pileWord">;

export const pileText = ({ pileWord, pile }: Pile): string => `${pileWord}${pile}`;
export const pileChip = (seat: Pile, scale: number): number =>
  Math.round(measure(pileText(seat), 12 * scale) + 24);

type Put = Item & { x: number; line: number };

/** The items in lines of the box; null if they have no room. */
function inLines(items: Item[], box: Rect, high: number): Put[] | null {
  const put: Put[] = [];
  let [x, line] = [0, 0];
  for (const [at, one] of items.entries()) {
    if (one.w > box.w) return null;
    if (x && x + one.w > box.w) [x, line] = [0, line + 1];
    put.push({ ...one, x, line });
    x += one.w + (one.what === "open" && items[at + 1]?.what === "open" ? 0 : BETWEEN);
  }
  const used = items.length ? (line + 1) * (high + 3) - 3 : 0;
  return used <= box.h ? put : null;
}

/** Lay melds, open tiles and pile into a box. */
export function lay(
  box: Rect,
  seat: SeatContent,
  most: number,
  scale: number,
  toRight = false,
): Laid {
  for (const one of tries(seat, most)) {
    const put = inLines(itemsOf(seat, box, one, scale), box, tall(one.tile));
    if (put) return laidOut(put, box, one, toRight);
  }
  return { open: [], melds: [], more: null, pile: null };
}

function laidOut(put: Put[], box: Rect, { tile, fan }: Try, toRight: boolean): Laid {
  const laid: Laid = { open: [], melds: [], more: null, pile: null };
  const high = tall(tile);
  for (const one of put) {
    const last = put.findLast((other) => other.line === one.line) ?? one;
    const shift = toRight ? box.w - last.x - last.w : 0;
    const y = box.y + one.line * (high + 3) + high - one.h;
    const spot = rect(box.x + one.x + shift, y, one.w, one.h);
    if (one.what === "open") laid.open.push(spot);
    else if (one.what === "meld") laid.melds.push({ box: spot, tile, fan });
    else if (one.what === "more") laid.more = spot;
    else laid.pile = { box: spot, tile: one.tile };
  }
  return laid;
}

const CHIP_TEXT = 12;

/** The place of a chip. */
export interface ChipRect extends Rect {
  /** For how many that did not fit it stands; 0 if it is one itself. */
  more: number;
}

function chipLines(box: Rect, texts: string[], scale: number): Rect[] | null {
  const h = Math.round(20 * scale);
  const done: Rect[] = [];
  let [x, y] = [0, 0];
  for (const text of texts) {
    const size = Math.max(CHIP_TEXT, CHIP_TEXT * scale);
    const w = Math.ceil(measure(text, size) + (box.w < 60 ? 8 : 12));
    if (x && x + w > box.w) [x, y] = [0, y + h + 2];
    if (y + h > box.h || w > box.w) return null;
    done.push({ x, y, w, h });
    x += w + 3;
  }
  return done;
}

/** Chips in lines; those that do not fit become one with their number, the last. */
export function layChips(box: Rect, texts: string[], scale: number, toRight = false): ChipRect[] {
  if (box.w < MORE) return [];
  for (let shown = texts.length; shown >= 0; shown--) {
    const rest = texts.length - shown;
    const list = rest ? [...texts.slice(0, shown), `+${rest}`] : texts;
    const done = chipLines(box, list, scale);
    if (done)
      return done.map(({ x, y, w, h }, at) => ({
        ...rect(toRight ? box.x + box.w - x - w : box.x + x, box.y + y, w, h),
        more: at === shown ? rest : 0,
      }));
  }
  return [];
}
