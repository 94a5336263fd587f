/** One pure function decides where everything on the table is; the view only places. */
import type { Place } from "../places.ts";
import { othersOf, type Content, type Other, type Viewport } from "./content.ts";
import { handOf, meOf, type HandLayout, type MeLayout } from "./own.ts";
import { promptOf, type PromptLayout } from "./prompt.ts";
import { NOBODY, riversOf, type RiverLayout } from "./rivers.ts";
import { seatOf, type SeatLayout } from "./seats.ts";
import { beside, MIN, rect, right, tall, type Rect } from "./shape.ts";
import { zones, type Zones } from "./zones.ts";

export interface CompassLayout {
  clock: Rect;
  /** Indicator, wild tiles, turned tiles, in this order. */
  figures: Rect[];
  tile: number;
  /** The height of the word under a figure; 0 if there is no room for words. */
  word: number;
}

export interface TableLayout {
  zones: Zones;
  menu: Rect;
  title: Rect;
  tools: Rect;
  compass: CompassLayout;
  rivers: Partial<Record<Place, RiverLayout>>;
  seats: Partial<Record<Other, SeatLayout>>;
  me: MeLayout;
  hand: HandLayout;
  prompt: PromptLayout;
}

/** The layout of what lies on a table, in zones that are already known or are found first. */
export function layout(
  viewport: Viewport,
  content: Content,
  found = zones(viewport, content.rules),
): TableLayout {
  const { bar, tools } = found.box;
  const mine = content.seats.me ?? NOBODY;
  const me = meOf(found, mine);
  const seats = othersOf(content.rules.players).map((place) => [
    place,
    seatOf(found, place, content.seats[place] ?? NOBODY),
  ]);
  return {
    zones: found,
    menu: rect(bar.x, bar.y, MIN.touch, bar.h),
    title: rect(bar.x + MIN.touch + 2, bar.y, bar.w - MIN.touch - 2, bar.h),
    tools,
    compass: compassOf(found, content),
    rivers: riversOf(found, content),
    seats: Object.fromEntries(seats) as TableLayout["seats"],
    me,
    hand: handOf(found, mine),
    prompt: promptOf(found, content.prompt, me),
  };
}

function compassOf(found: Zones, content: Content): CompassLayout {
  const { compass: box } = found.box;
  const { shape, clock, tile, word } = found.compass;
  const isColumn = shape === "column";
  const at = isColumn
    ? rect(box.x + (box.w - clock) / 2, box.y, clock, clock)
    : beside(box, box.x, clock, clock);
  const left = right(at) + (shape === "row" ? 8 : 6);
  const free = isColumn
    ? rect(box.x, at.y + clock + 8, box.w, box.y + box.h - at.y - clock - 8)
    : rect(left, box.y, right(box) - left, box.h);
  return { clock: at, ...figuresIn(free, content, tile, word) };
}

/** As large as they may be; with turned tiles among them, words and then pixels give way. */
function figuresIn(box: Rect, { figures, turned }: Content, most: number, word: number) {
  const count = figures + turned;
  const named = gridOf(box, count, most, word);
  if (named.length || !count) return { figures: named, tile: most, word };
  for (let tile = most; tile > 0; tile--) {
    const plain = gridOf(box, count, tile, 0);
    if (plain.length) return { figures: plain, tile, word: 0 };
  }
  return { figures: [], tile: 0, word: 0 };
}

const BETWEEN = 2;

function gridOf(box: Rect, count: number, tile: number, word: number): Rect[] {
  const high = tall(tile) + word;
  const across = Math.min(count, Math.floor((box.w + BETWEEN) / (tile + BETWEEN)));
  const down = Math.ceil(count / Math.max(1, across));
  if (across < 1 || down * high > box.h) return [];
  const x = box.x + Math.floor((box.w - across * (tile + BETWEEN) + BETWEEN) / 2);
  const y = box.y + Math.floor((box.h - down * high) / 2);
  return Array.from({ length: count }, (_, at) =>
    rect(x + (at % across) * (tile + BETWEEN), y + Math.floor(at / across) * high, tile, high),
  );
}
