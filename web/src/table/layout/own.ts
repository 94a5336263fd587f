/** The own seat: name, switch, chips and pile in one row; tiles and melds in another. */
import type { MeldContent, SeatContent } from "./content.ts";
import type { Zones } from "./structure.ts";
import {
  layChips,
  meldWidth,
  pileChip,
  pileText,
  type ChipRect,
  type MeldLayout,
  type PileLayout,
} from "./laid.ts";
import { idWidth } from "./seats.ts";
import { beside, clamp, measure, MIN, rect, right, tall, type Rect } from "./shape.ts";

export interface MeLayout {
  box: Rect;
  avatar: Rect;
  id: Rect;
  /** The switch for claims. */
  auto: Rect;
  chips: ChipRect[];
  pile: PileLayout | null;
  pileFirst: boolean;
  /** Where waits may stand instead of chips and pile. */
  peek: Rect | null;
}

/** Below this width name and chips stand above one another. */
const STACKED = 330;

export function meOf(zones: Zones, seat: SeatContent): MeLayout {
  const box = zones.box.me;
  const a = Math.min(box.h - 4, 56);
  const avatar = beside(box, box.x + 2, a, a);
  const auto = beside(box, right(box) - MIN.touch, MIN.touch, MIN.touch);
  const same = { box, avatar, auto };
  const isStacked = zones.kind === "wide" && box.w < STACKED * zones.scale;
  return { ...same, ...(isStacked ? nameAbove : nameBeside)(zones, seat, right(avatar) + 6) };
}

type Rest = Omit<MeLayout, "box" | "avatar" | "auto">;

/** A phone on its side: the name above, chips below. */
function nameAbove({ box, scale }: Zones, seat: SeatContent, x: number): Rest {
  const w = right(box.me) - MIN.touch - 4 - x;
  const line = Math.round(20 * scale);
  const id = rect(x, box.me.y + 1, w, box.me.h - line - 8);
  const y = box.me.y + box.me.h - line - 6;
  const wide = seat.pile ? pileChip(seat, scale) : 0;
  const pileFirst = wide > 0 && seat.chips.length > 0 && w - wide - 4 < 30 * scale;
  const texts = pileFirst ? [pileText(seat), ...seat.chips] : seat.chips;
  const free = wide && !pileFirst ? w - wide - 4 : w;
  const chips = layChips(rect(x, y, free, line), texts, scale);
  const alone = wide && !pileFirst ? { box: rect(x + w - wide, y, wide, line), tile: 0 } : null;
  return { id, chips, pile: alone, pileFirst, peek: null };
}

function nameBeside(zones: Zones, seat: SeatContent, x: number): Rest {
  const { scale, kind, box } = zones;
  const least = kind === "wide" ? 112 : clamp(box.me.w * 0.24, 82, 112);
  const id = rect(x, box.me.y, Math.max(idWidth(seat.name, zones), least * scale), box.me.h);
  const from = right(id) + 6;
  const peek = rect(from, box.me.y, right(box.me) - MIN.touch - 4 - from, box.me.h);
  return { id, peek, pileFirst: false, ...chipsAndPile(peek, seat, scale) };
}

/** Chips and the tiles of the pile in a line, or in two. */
function chipsAndPile(box: Rect, seat: SeatContent, scale: number): Pick<Rest, "chips" | "pile"> {
  const line = Math.round(20 * scale);
  const wide = seat.chips.reduce((sum, text) => sum + measure(text, 12 * scale) + 15, 0);
  const tile = clamp(Math.floor(box.h * 0.5), 16, 34);
  if (!seat.pile) {
    const fits = wide <= box.w;
    const area = fits ? beside(box, box.x, box.w, line) : box;
    const size = fits ? scale : Math.min(scale, (box.h - 4) / 42);
    return { chips: layChips(area, seat.chips, size), pile: null };
  }
  if (wide + 8 + seat.pile * tile > box.w) return pileBelow(box, seat, scale, line);
  const chips = layChips(beside(box, box.x, Math.ceil(wide) + 2, line), seat.chips, scale);
  const last = chips.at(-1);
  const x = last ? right(last) + 8 : box.x;
  return { chips, pile: { box: beside(box, x, seat.pile * tile, tall(tile)), tile } };
}

function pileBelow(box: Rect, seat: SeatContent, scale: number, line: number) {
  const up = Math.min(line, Math.floor((box.h - 2) / 2));
  const small = Math.min(scale, up / 20);
  const chips = layChips(rect(box.x, box.y, box.w, up), seat.chips, small);
  const [y, high] = [box.y + up + 2, box.h - up - 2];
  const tile = Math.floor((high * 3) / 4);
  if (seat.pile * tile <= box.w && tile >= MIN.meld)
    return { chips, pile: { box: rect(box.x, y, seat.pile * tile, high), tile } };
  const w = Math.min(box.w, pileChip(seat, small));
  return { chips, pile: { box: rect(box.x, y, w, up), tile: 0 } };
}

export interface HandLayout {
  box: Rect;
  tiles: Rect[];
  melds: MeldLayout[];
}

/** Below this size equal tiles of a meld overlap. */
const LEAST_PLAIN = 18;
const LEAST_FAN = 9;
const MELD = 0.82;

/** Own tiles keep one size through the whole hand; a meld takes no more room than the three tiles it was. */
export const handOf = (zones: Zones, seat: SeatContent): HandLayout =>
  zones.rows === 1 ? oneRow(zones, seat) : twoRows(zones, seat);

interface Row {
  items: (MeldLayout & { dx: number })[];
  w: number;
}

function meldRow(melds: MeldContent[], tile: number, fan: boolean): Row {
  const between = Math.max(3, tile / 6);
  let x = 0;
  const items = melds.map((meld) => {
    const w = meldWidth(meld, tile, fan);
    const one = { dx: x, tile, fan, box: rect(0, 0, w, tall(tile)) };
    x += w + between;
    return one;
  });
  return { items, w: items.length ? x - between : 0 };
}

/** Put a row of melds so that it stands on a line. */
const stand = ({ items }: Row, x: number, base: number): MeldLayout[] =>
  items.map(({ dx, tile, fan, box }) => ({
    tile,
    fan,
    box: rect(Math.floor(x + dx), base - box.h, box.w, box.h),
  }));

function* meldSizes(own: number): Generator<[tile: number, fan: boolean]> {
  for (let tile = Math.round(own * MELD); tile >= LEAST_PLAIN; tile--) yield [tile, false];
  for (let tile = Math.round(own * MELD); tile >= LEAST_FAN; tile--) yield [tile, true];
}

function oneRow({ own, box }: Zones, seat: SeatContent): HandLayout {
  const { width, space, apart, lift } = own;
  const n = seat.concealed;
  const parted = seat.drawn && n > 1 ? apart : 0;
  const tilesWide = n * width + (n - 1) * space + parted;
  const before = width * 0.3;
  let melds: Row = { items: [], w: 0 };
  for (const [tile, fan] of seat.melds.length ? meldSizes(width) : []) {
    melds = meldRow(seat.melds, tile, fan);
    if (tilesWide + before + melds.w <= box.hand.w) break;
  }
  const whole = tilesWide + (melds.w ? before + melds.w : 0);
  const x = box.hand.x + Math.max(0, Math.floor((box.hand.w - whole) / 2));
  const y = box.hand.y + lift;
  const tiles = Array.from({ length: n }, (_, at) =>
    rect(x + at * (width + space) + (at === n - 1 ? parted : 0), y, width, tall(width)),
  );
  const stood = stand(melds, x + tilesWide + before, y + tall(width));
  return { box: box.hand, tiles, melds: stood };
}

function twoRows({ own, box }: Zones, seat: SeatContent): HandLayout {
  const { width, across, space, lift } = own;
  const [n, step] = [seat.concealed, width + space];
  const left = box.hand.x + Math.floor((box.hand.w - (across * step - space)) / 2);
  const rows = [0, 1].map((row) => box.hand.y + (row + 1) * lift + row * tall(width));
  const at = (row: number) => rows[row] ?? 0;
  const tiles = Array.from({ length: n }, (_, k) =>
    rect(left + (k % across) * step, at(Math.floor(k / across)), width, tall(width)),
  );
  const free = [0, 1].map((row) => {
    const taken = clamp(n - row * across, 0, across);
    const x = left + taken * step + (taken ? 4 : 0);
    return rect(x, at(row), right(box.hand) - x, tall(width));
  }) as [Rect, Rect];
  return { box: box.hand, tiles, melds: meldsInRows(seat.melds, width, free) };
}

/** The lower row first, the rest above; the order stays. */
function meldsInRows(melds: MeldContent[], own: number, [up, low]: [Rect, Rect]): MeldLayout[] {
  if (!melds.length) return [];
  const sizes = [...meldSizes(own)].sort((a, b) => b[0] - a[0]);
  for (const [tile, fan] of sizes)
    for (let above = 0; above <= melds.length; above++) {
      const upper = meldRow(melds.slice(0, above), tile, fan);
      const lower = meldRow(melds.slice(above), tile, fan);
      if (above && upper.w > up.w) continue;
      if (above < melds.length && lower.w > low.w) continue;
      return [
        ...stand(upper, right(up) - upper.w, up.y + up.h),
        ...stand(lower, right(low) - lower.w, low.y + low.h),
      ];
    }
  return [];
}
