/** What may be wrong with a layout. The numbers stand here once more, so that lowering one of them fails. */
import type { Place } from "../../src/table/places.ts";
import { fold } from "../../src/table/layout/prompt.ts";
import {
  othersOf,
  type Content,
  type Other,
  type SeatContent,
  type Viewport,
} from "../../src/table/layout/content.ts";
import { pileText, type ChipRect } from "../../src/table/layout/laid.ts";
import type { TableLayout } from "../../src/table/layout/layout.ts";
import { measure, type Rect } from "../../src/table/layout/shape.ts";

export const LEAST = { touch: 44, own: 30, river: 16, meld: 14, chip: 16, figure: 10, words: 12 };

interface Part extends Rect {
  id: string;
  zone: Rect;
}

const entries = <V>(of: Partial<Record<Place, V>>) => Object.entries(of) as [Place, V][];

/** All zones by name. */
export function zonesOf({ zones: { box } }: TableLayout): [string, Rect][] {
  const { seats, rivers, felt: _felt, status, panel, ...rest } = box;
  const named = (what: string, of: Partial<Record<Place, Rect>>) =>
    entries(of).map(([place, one]): [string, Rect] => [`${what} ${place}`, one]);
  const optional: [string, Rect | null][] = [
    ["status", status],
    ["panel", panel],
  ];
  const there = optional.filter((one): one is [string, Rect] => one[1] !== null);
  return [...Object.entries(rest), ...named("seat", seats), ...named("river", rivers), ...there];
}

/** Everything that is drawn, with the zone that it belongs to. */
export function partsOf(table: TableLayout): Part[] {
  const { box } = table.zones;
  const parts: Part[] = [];
  const put = (id: string, zone: Rect, one: Rect | null | undefined) =>
    one && parts.push({ ...one, id, zone });
  put("menu", box.bar, table.menu);
  put("title", box.bar, table.title);
  put("tools", box.tools, table.tools);
  put("clock", box.compass, table.compass.clock);
  table.compass.figures.forEach((one, at) => put(`figure ${at}`, box.compass, one));
  for (const [place, river] of entries(table.rivers))
    put(`river ${place}`, box.rivers[place] as Rect, river.box);
  for (const [place, seat] of entries(table.seats)) putSeat(put, place, seat);
  const { me, hand, prompt } = table;
  put("me avatar", me.box, me.avatar);
  put("me id", me.box, me.id);
  put("me auto", me.box, me.auto);
  if (!prompt.inMe) {
    me.chips.forEach((one, at) => put(`me chip ${at}`, me.box, one));
    put("me pile", me.box, me.pile?.box);
  }
  hand.tiles.forEach((one, at) => put(`own ${at}`, hand.box, one));
  hand.melds.forEach(({ box: one }, at) => put(`own meld ${at}`, hand.box, one));
  const told = box.status ?? (prompt.inMe ? me.box : prompt.box);
  const saidIn = prompt.said && prompt.said.y >= box.prompt.y ? box.prompt : told;
  prompt.buttons.forEach((one, at) => put(`button ${at}`, box.prompt, one));
  put("waits", told, prompt.waits?.box);
  put("said", saidIn, prompt.said);
  put("why", box.prompt, prompt.why);
  return parts;
}

type Put = (id: string, zone: Rect, one: Rect | null | undefined) => void;

function putSeat(put: Put, place: Place, seat: NonNullable<TableLayout["seats"][Other]>): void {
  const name = `seat ${place}`;
  put(`${name} avatar`, seat.box, seat.avatar);
  put(`${name} id`, seat.box, seat.id);
  put(`${name} backs`, seat.box, seat.backs);
  put(`${name} more`, seat.box, seat.more);
  put(`${name} pile`, seat.box, seat.pile?.box);
  seat.chips.forEach((one, at) => put(`${name} chip ${at}`, seat.box, one));
  seat.open.forEach((one, at) => put(`${name} open ${at}`, seat.box, one));
  seat.melds.forEach(({ box }, at) => put(`${name} meld ${at}`, seat.box, box));
}

const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const inside = (a: Rect, b: Rect, slack = 0) =>
  a.x >= b.x - slack &&
  a.y >= b.y - slack &&
  a.x + a.w <= b.x + b.w + slack &&
  a.y + a.h <= b.y + b.h + slack;

function* overlaps(all: [string, Rect][]): Generator<string> {
  for (const [at, [name, one]] of all.entries())
    for (let next = at + 1; next < all.length; next++) {
      const [other, box] = all[next] as [string, Rect];
      if (overlap(one, box)) yield `${name} lies on ${other}`;
    }
}

function* misplaced(parts: Part[], screen: Rect): Generator<string> {
  for (const part of parts) {
    if (!(part.w > 0 && part.h > 0)) yield `${part.id} is empty`;
    if (!inside(part, screen)) yield `${part.id} leaves the screen`;
    if (!inside(part, part.zone, 1)) yield `${part.id} leaves its zone`;
  }
}

const TOUCHED = /^(menu|tools|me auto|button|waits|why)/;

function* tooSmall(parts: Part[], table: TableLayout): Generator<string> {
  const { own } = table.zones;
  if (own.width < LEAST.own) yield "own tiles are too small";
  if ((own.width * 4) / 3 + own.lift < LEAST.touch) yield "own tiles are too low";
  for (const part of parts) {
    if (TOUCHED.test(part.id) && Math.min(part.w, part.h) < LEAST.touch)
      yield `${part.id} is too small`;
    if (part.id.includes("chip") && part.h < LEAST.chip) yield `${part.id} is too low`;
  }
  for (const [place, { tile }] of entries(table.rivers))
    if (tile < LEAST.river) yield `discards of ${place} are too small`;
  const seats = Object.values(table.seats);
  const melds = [...seats.filter((seat) => !seat.open.length), table.hand].flatMap(
    (one) => one.melds,
  );
  if (melds.some(({ tile }) => tile < LEAST.meld)) yield "melds are too small";
  if (table.compass.figures.some(({ w }) => w < LEAST.figure)) yield "figures are too small";
}

/** A lifted tile touches no other, and no button. */
function* lifted(table: TableLayout): Generator<string> {
  const { hand, zones } = table;
  const others = hand.melds.map(({ box }) => box);
  for (const tile of hand.tiles) {
    const up = { ...tile, y: tile.y - zones.own.lift };
    if (!inside(up, hand.box)) yield "a lifted tile leaves the hand";
    if ([...hand.tiles, ...others].some((one) => one !== tile && overlap(up, one)))
      yield "a lifted tile lies on another";
  }
}

function* missing(
  table: TableLayout,
  { seats, prompt, rules, ...content }: Content,
): Generator<string> {
  const me = seats.me;
  if (table.hand.tiles.length !== me?.concealed) yield "own tiles are missing";
  if (table.hand.melds.length !== me?.melds.length) yield "own melds are missing";
  if (me) yield* chips("me", me, table.me);
  if (table.prompt.buttons.length !== fold(prompt.buttons, table.prompt.folded).length)
    yield "buttons are missing";
  if (prompt.waits && !table.prompt.waits && !prompt.said) yield "waits are missing";
  if (prompt.said && !table.prompt.said) yield "words are missing";
  if (table.compass.figures.length !== content.figures + content.turned)
    yield "figures are missing";
  for (const place of othersOf(rules.players)) {
    const [seat, laid] = [seats[place], table.seats[place]];
    if (!seat || !laid) yield `nobody sits at ${place}`;
    else {
      if (laid.melds.length < seat.melds.length && !laid.more)
        yield `melds of ${place} are missing`;
      yield* chips(place, seat, laid);
      if (seat.pile && !laid.pile && !laid.pileFirst) yield `the pile of ${place} is missing`;
      if (laid.open.length && laid.open.length !== seat.concealed)
        yield `open tiles of ${place} are missing`;
    }
  }
  for (const [place, river] of entries(table.rivers))
    if (river.first + river.tiles.length !== seats[place]?.river)
      yield `discards of ${place} are missing`;
}

/** Every chip has its place, wide enough for its words, or is counted in the last. */
function* chips(
  place: string,
  seat: SeatContent,
  laid: { chips: ChipRect[]; pileFirst: boolean },
): Generator<string> {
  const texts = laid.pileFirst ? [pileText(seat), ...seat.chips] : seat.chips;
  const more = laid.chips.at(-1)?.more ?? 0;
  const shown = laid.chips.length - (more ? 1 : 0);
  if (shown + more !== texts.length) yield `chips of ${place} are missing`;
  for (const [at, { w }] of laid.chips.slice(0, shown).entries())
    if (measure(texts[at] ?? "", LEAST.words) > w) yield `chip ${at} of ${place} is cut off`;
}

function* rivers(table: TableLayout): Generator<string> {
  for (const [place, { box, tiles }] of entries(table.rivers)) {
    if (tiles.some((tile) => !inside(tile, box))) yield `a discard leaves the river of ${place}`;
    if (new Set(tiles.map(({ x, y }) => `${x} ${y}`)).size < tiles.length)
      yield `discards of ${place} lie on one another`;
  }
}

/** Everything that is wrong with a layout. */
export function violations(table: TableLayout, viewport: Viewport, content: Content): string[] {
  const { zoom } = table.zones;
  const screen = { x: 0, y: 0, w: Math.floor(viewport.w / zoom), h: Math.floor(viewport.h / zoom) };
  const [parts, zones] = [partsOf(table), zonesOf(table)];
  return [
    ...(zoom < 1 ? ["it is scaled down"] : []),
    ...zones.filter(([, box]) => !inside(box, screen)).map(([name]) => `${name} leaves the screen`),
    ...overlaps(zones),
    ...misplaced(parts, screen),
    ...overlaps(parts.map((part) => [part.id, part])),
    ...tooSmall(parts, table),
    ...lifted(table),
    ...rivers(table),
    ...missing(table, content),
  ];
}
