/** Discards in their zones: the largest tiles with which the next full bucket fits, the same for all rivers. */
import type { Place } from "../places.ts";
import type { Content, SeatContent } from "./content.ts";
import type { RiverBox } from "./felt.ts";
import type { Zones } from "./structure.ts";
import { MIN, rect, tall, type Rect } from "./shape.ts";

export interface RiverLayout {
  box: Rect;
  tile: number;
  /** The first discard that shows; those before it have no room. */
  first: number;
  tiles: Rect[];
}

/** Tiles keep their size until a river is so long. */
const BUCKETS = [18, 24, 30, 36, 48];
const LARGEST = 112;
const LEAST_ACROSS = 6;

const columns = (box: Rect, tile: number) => Math.floor((box.w + 1) / (tile + 1));
const lines = (box: Rect, tile: number) => Math.floor((box.h + 2) / (tall(tile) + 2));
const room = (box: Rect, tile: number) => columns(box, tile) * lines(box, tile);

function tileFor(box: Rect, bucket: number, discard: number): number {
  let tile = Math.min(LARGEST, Math.round(discard * 1.2));
  while (tile > MIN.river && room(box, tile) < bucket) tile--;
  return tile;
}

/** A discard that lies sideways takes two places, both in one row. */
function places({ river, declared }: SeatContent, across: number): number[] {
  const taken: number[] = [];
  let next = 0;
  for (let at = 0; at < river; at++) {
    const isWide = at === declared;
    if (isWide && next % across === across - 1) next += 1;
    taken.push(next);
    next += isWide ? 2 : 1;
  }
  return taken;
}

const lengthOf = ({ river, declared }: SeatContent) => river + (declared === null ? 0 : 2);

function riverIn(box: RiverBox, seat: SeatContent, bucket: number, tile: number): RiverLayout {
  const [cols, rows] = [columns(box, tile), lines(box, tile)];
  const isWhole = cols * rows >= lengthOf(seat);
  const planned = cols * rows >= bucket ? bucket : lengthOf(seat);
  const wanted = Math.max(Math.ceil(planned / rows), Math.min(cols, LEAST_ACROSS));
  const across = isWhole ? Math.min(cols, wanted) : cols;
  const down = isWhole ? Math.max(1, Math.ceil(planned / across)) : rows;
  const [w, h] = [across * (tile + 1) - 1, down * (tall(tile) + 2) - 2];
  const spare = box.h - h;
  const y = box.y + { top: 0, middle: Math.floor(spare / 2), bottom: spare }[box.anchor];
  const whole = rect(box.x + Math.floor((box.w - w) / 2), y, w, h);
  const taken = places(seat, across);
  const over = Math.max(0, Math.ceil(((taken.at(-1) ?? 0) + 1) / across) - down) * across;
  const first = taken.findIndex((place) => place >= over);
  const tiles = taken.slice(Math.max(0, first)).map((place, at) => {
    const isWide = at + Math.max(0, first) === seat.declared;
    const [col, row] = [(place - over) % across, Math.floor((place - over) / across)];
    const x = whole.x + col * (tile + 1);
    return rect(x, whole.y + row * (tall(tile) + 2), isWide ? 2 * tile + 1 : tile, tall(tile));
  });
  return { box: whole, tile, first: Math.max(0, first), tiles };
}

export function riversOf(zones: Zones, content: Content): Partial<Record<Place, RiverLayout>> {
  const all = Object.entries(zones.box.rivers) as [Place, RiverBox][];
  const seat = (place: Place) => content.seats[place];
  const longest = Math.max(...all.map(([place]) => lengthOf(seat(place) ?? NOBODY)));
  const bucket = BUCKETS.find((one) => longest <= one) ?? longest;
  const tile = Math.min(...all.map(([, box]) => tileFor(box, bucket, zones.discard)));
  const entries = all.map(([place, box]) => [
    place,
    riverIn(box, seat(place) ?? NOBODY, bucket, tile),
  ]);
  return Object.fromEntries(entries) as Partial<Record<Place, RiverLayout>>;
}

export const NOBODY: SeatContent = {
  name: "",
  concealed: 0,
  opened: false,
  drawn: false,
  melds: [],
  pile: 0,
  pileWord: "",
  chips: [],
  river: 0,
  declared: null,
};
