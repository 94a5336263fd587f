/** The seats of the others: a row at the top, halves on the felt, or columns beside it. */
import type { Other, SeatContent } from "./content.ts";
import type { Zones } from "./structure.ts";
import { idHigh, meldLine } from "./upper.ts";
import { lay, layChips, pileText, type ChipRect, type Laid } from "./laid.ts";
import { beside, clamp, measure, rect, right, tall, type Rect } from "./shape.ts";

export interface SeatLayout extends Laid {
  box: Rect;
  avatar: Rect;
  id: Rect;
  chips: ChipRect[];
  /** The pile is the first of the chips. */
  pileFirst: boolean;
  /** Backs of the concealed tiles, or where they are too many, their number. */
  backs: Rect | null;
}

const BACK = { wide: 9, high: 14, least: 30 };
const WIDEST_SCORE = "−1234";

/** Names have more room where discards are large. */
const LONGEST = { usual: 66, roomy: 92 };
const ROOMY = 30;

export function idWidth(name: string, { scale, discard }: Zones): number {
  const wide = Math.max(measure(name, 14 * scale), measure(WIDEST_SCORE, 14 * scale));
  const most = discard > ROOMY ? LONGEST.roomy : LONGEST.usual;
  return Math.ceil(clamp(wide, 40 * scale, most * scale)) + 2;
}

/** A seat; open tiles that have no room stay closed. */
export function seatOf(zones: Zones, place: Other, seat: SeatContent): SeatLayout {
  const laid = seatAs(zones, place, seat);
  if (!seat.opened || laid.open.length === seat.concealed) return laid;
  return seatAs(zones, place, { ...seat, opened: false });
}

function seatAs(zones: Zones, place: Other, seat: SeatContent): SeatLayout {
  const box = zones.box.seats[place];
  if (!box) throw new Error(`nobody sits at ${place}`);
  if (place === "top") return seatRow(zones, box, seat);
  const isRight = place === "right";
  return zones.kind === "stack"
    ? seatHalf(zones, box, seat, isRight)
    : seatColumn(zones, box, seat, isRight);
}

function seatRow(zones: Zones, box: Rect, seat: SeatContent): SeatLayout {
  const { scale, meld } = zones;
  const a = Math.min(box.h - 6, 52, Math.round(38 * scale));
  const avatar = beside(box, box.x + 3, a, a);
  const id = rect(right(avatar) + 7, box.y, idWidth(seat.name, zones), box.h);
  const x = right(id) + 6;
  const [w, line] = [right(box) - x, Math.round(20 * scale)];
  const chips = layChips(rect(x, box.y, w - BACK.least - 4, line), seat.chips, scale);
  const last = chips.at(-1);
  const from = last ? right(last) + 6 : x;
  const wide = Math.min(right(box) - from, Math.max(BACK.least, seat.concealed * BACK.wide));
  const backs = beside(rect(from, box.y, wide, line), from, wide, BACK.high);
  const below = rect(x, box.y + line + 2, w, box.h - line - 2);
  const laid = lay(below, seat, Math.min(meld, Math.floor((below.h * 3) / 4)), scale);
  const same = { box, avatar, id, chips, pileFirst: false, ...laid };
  return { ...same, backs: seat.opened ? null : backs };
}

/** From the outer edge inwards, on either side. */
const mirrored = (box: Rect, isRight: boolean) => (inset: number, w: number) =>
  isRight ? right(box) - inset - w : box.x + inset;

function seatHalf(zones: Zones, box: Rect, seat: SeatContent, isRight: boolean): SeatLayout {
  const { scale, meld, tight } = zones;
  const pileFirst = tight && seat.pile > 0;
  const texts = pileFirst ? [pileText(seat), ...seat.chips] : seat.chips;
  const lying = pileFirst ? { ...seat, pile: 0 } : seat;
  const low = (tight ? 1 : 2) * meldLine(meld);
  const high = box.h - low;
  const a = Math.min(high - 2, 48);
  const wide = Math.min(idWidth(seat.name, zones), box.w - a - 47);
  const from = mirrored(box, isRight);
  const upper = rect(box.x, box.y, box.w, high);
  const inset = a + 8 + wide + 5;
  const free = rect(from(inset, box.w - inset), box.y, box.w - inset, high - 1);
  const below = rect(box.x, box.y + high, box.w, low);
  return {
    box,
    avatar: beside(upper, from(2, a), a, a),
    id: rect(from(a + 8, wide), box.y, wide, high),
    chips: layChips(free, texts, Math.min(scale, (high - 3) / 42), isRight),
    pileFirst,
    backs: null,
    ...lay(below, lying, Math.round(meld * 1.25), scale, isRight),
  };
}

function seatColumn(zones: Zones, box: Rect, seat: SeatContent, isRight: boolean): SeatLayout {
  const { scale, meld, meldLines, discard } = zones;
  const high = idHigh(scale, discard);
  const a = Math.min(high - 2, 52);
  const from = mirrored(box, isRight);
  const wide = Math.min(box.w - a - 8, idWidth(seat.name, zones));
  const line = Math.round(20 * scale) + 2;
  const room = box.h - high - 3 - meldLines * (tall(meld) + 3);
  const chipsHigh = room >= 2 * line ? 2 * line : line;
  const isRoomy = room - chipsHigh >= 60;
  const down = isRoomy ? Math.floor(Math.min(room - chipsHigh, box.h * 0.5) / 2) : 0;
  const top = rect(box.x, box.y + down, box.w, high);
  const below = rect(box.x, top.y + high + 3, box.w, chipsHigh);
  const hasBacks = room - chipsHigh >= 20 && !seat.opened;
  const y = below.y + chipsHigh + (hasBacks ? 20 : 0);
  const backsWide = Math.min(box.w, Math.max(40, seat.concealed * BACK.wide));
  const rest = rect(box.x, y, box.w, box.y + box.h - y);
  return {
    box,
    avatar: beside(top, from(2, a), a, a),
    id: rect(from(a + 8, wide), top.y, wide, high),
    chips: layChips(below, seat.chips, scale, isRight),
    pileFirst: false,
    backs: hasBacks ? rect(from(0, backsWide), y - 20, backsWide, BACK.high) : null,
    ...lay(rest, seat, Math.round(meld * (isRoomy ? 1.1 : 1)), scale, isRight),
  };
}
