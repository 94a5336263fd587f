/** Buttons at the right, the pass last and apart; waits take what is left, or the place of the own chips. */
import type { ButtonContent, PromptContent } from "./content.ts";
import type { MeLayout } from "./own.ts";
import type { Zones } from "./structure.ts";
import { beside, clamp, measure, MIN, rect, right, WAIT, type Rect } from "./shape.ts";

export interface ButtonShape {
  /** Word over tiles, or all in a line. */
  over: boolean;
  tile: number;
  notes: boolean;
  keys: boolean;
}

export interface WaitsLayout {
  box: Rect;
  cell: number;
  /** Kinds that show; a number stands for the others. */
  shown: number;
  rest: number;
  label: number;
  style: "beside" | "below" | "tight";
}

export interface PromptLayout {
  box: Rect;
  /** The buttons that show, in order; verbs in `folded` have a single one for all their choices. */
  buttons: Rect[];
  folded: string[];
  shape: ButtonShape;
  word: number;
  waits: WaitsLayout | null;
  /** The waits stand in the place of the own chips. */
  inMe: boolean;
  said: Rect | null;
  why: Rect | null;
}

interface Shape extends ButtonShape {
  /** The width of a wait beside buttons of this shape. */
  cell: number;
}

const line = (tile: number, notes: boolean, cell: number, keys = false): Shape => ({
  over: false,
  tile,
  notes,
  keys,
  cell,
});
const over = (tile: number, notes: boolean, cell: number): Shape => ({
  over: true,
  tile,
  notes,
  keys: false,
  cell,
});
const SHAPES: Shape[] = [
  line(26, true, 66),
  line(24, true, 52),
  line(20, true, 42),
  line(20, false, 38),
  over(20, true, 36),
  over(18, false, 34),
  over(16, false, 30),
  over(14, false, 26),
  over(12, false, 26),
];
const LEAST_SHAPE = over(12, false, 26);
const ROOMY = 66;
const TALLEST = 84;
const PASS_APART = 10;
const MORE = 26;
const ONE_CHIP = 60;
const LEAST_SAID = 90;
const KEY = 30;

const roomyShapes = (high: number): Shape[] =>
  high <= ROOMY
    ? SHAPES
    : [
        line(Math.round(high * 0.46), true, 80, true),
        line(Math.round(high * 0.4), true, 66, true),
        line(Math.round(high * 0.4), true, 66),
        ...SHAPES,
      ];

/** The height of a prompt's buttons, the gap between them, the size of their words and of the type. */
interface Size {
  box: Rect;
  high: number;
  gap: number;
  word: number;
  scale: number;
  words: number;
}

/** The word before the waits; letters take more room than a sign. */
const labelWidth = (words: number, scale: number): number =>
  Math.round((words < 1 ? 34 : 22) * scale);

function sizeOf({ box, scale }: Zones, { words }: PromptContent): Size {
  const high = Math.min(box.prompt.h, TALLEST);
  const grown = clamp(24 * (0.6 + 0.4 * scale) + (high - 54) * 0.3, 24, 38);
  const gap = box.prompt.w > 600 ? 8 : 5;
  return {
    box: beside(box.prompt, box.prompt.x, box.prompt.w, high),
    high,
    gap,
    scale,
    words,
    word: Math.round(grown * words),
  };
}

/** Bold letters are wider than plain ones. */
const BOLD = 1.15;

function buttonWidth(one: ButtonContent, shape: Shape, size: Size): number {
  const { word, scale } = size;
  const words = measure(one.word, word) * (size.words < 1 ? BOLD : 1);
  const tiles = one.tiles * (shape.tile + 1);
  const isWin = one.does === "win";
  const notes = shape.notes || isWin ? one.note.split("\n") : [];
  const note = Math.max(0, ...notes.map((text) => measure(text, 12 * scale)));
  const key = shape.keys && one.shortcut ? KEY : 0;
  if (one.does === "pass")
    return Math.max(MIN.touch, shape.over ? words + 16 : words + 26 * scale + 22 + key);
  if (!shape.over)
    return Math.max(56, words + (tiles ? tiles + 8 : 0) + (note ? note + 8 : 0) + 24 + key);
  return Math.max(isWin ? ROOMY : MIN.touch, Math.max(words, tiles, note) + 10);
}

interface Fitted {
  shape: Shape;
  widths: number[];
  whole: number;
  apart: number;
}

function summed(buttons: ButtonContent[], widths: number[], gap: number, apart: number): number {
  const sum = widths.reduce((one, other) => one + other, 0);
  return sum + gap * Math.max(0, widths.length - 1) + (hasPass(buttons) ? apart : 0);
}
const hasPass = (buttons: ButtonContent[]) =>
  buttons.length > 1 && buttons.some((one) => one.does === "pass");

/** How much room the waits take beside the buttons. */
function waitsRoom(shown: number, waits: number, shape: Shape, { scale, words }: Size): number {
  if (!shown) return ONE_CHIP;
  const cell = Math.round(shape.cell * (shape.cell > 40 ? scale : 1));
  return shown * cell + labelWidth(words, scale) + 20 + (shown < waits ? MORE : 0);
}

/** Large buttons with roomy waits first, then both smaller together, then the waits as one chip. */
function fit(buttons: ButtonContent[], size: Size, waits: number): Fitted {
  const wishes = waits ? [...new Set([waits, Math.min(waits, 6), Math.min(waits, 4), 0])] : [0];
  for (const shown of wishes)
    for (const shape of roomyShapes(size.high)) {
      const widths = buttons.map((one) => Math.ceil(buttonWidth(one, shape, size)));
      const whole = summed(buttons, widths, size.gap, PASS_APART);
      const taken = waits ? waitsRoom(shown, waits, shape, size) : 0;
      if (whole <= size.box.w - taken) return { shape, widths, whole, apart: PASS_APART };
    }
  return squeezed(buttons, size, waits);
}

/** All of one width, as wide as they can be. */
function squeezed(buttons: ButtonContent[], size: Size, waits: number): Fitted {
  const room = size.box.w - (waits ? ONE_CHIP : 0);
  const n = buttons.length;
  const w = Math.floor((room - size.gap * (n - 1) - 6) / n);
  const widths = buttons.map(() => w);
  return { shape: LEAST_SHAPE, widths, whole: summed(buttons, widths, size.gap, 6), apart: 6 };
}

/** One button for all choices of a verb. */
export function fold<One extends ButtonContent>(buttons: One[], verbs: readonly string[]): One[] {
  return buttons
    .filter((one, at) => {
      const first = buttons.findIndex((other) => other.does === one.does);
      return !verbs.includes(one.does) || first === at;
    })
    .map((one) => (verbs.includes(one.does) ? { ...one, tiles: 0, note: "" } : one));
}

/** Verbs with several choices, the most first: they fold if there is no room for a finger each. */
function manyOf(buttons: ButtonContent[]): string[] {
  const count = (verb: string) => buttons.filter((one) => one.does === verb).length;
  const verbs = [...new Set(buttons.map((one) => one.does))].filter((verb) => count(verb) > 1);
  return verbs.sort((a, b) => count(b) - count(a));
}

/** More choices of a verb than these fold even where there is room, if they are told apart by tiles alone. */
const MOST_CHOICES = 3;
function tooMany(all: ButtonContent[], verbs: string[]): number {
  const count = (verb: string) => all.filter((one) => one.does === verb && one.tiles).length;
  return verbs.filter((verb) => count(verb) > MOST_CHOICES).length;
}

function fitFolded(all: ButtonContent[], size: Size, waits: number): [Fitted, string[]] {
  const verbs = manyOf(all);
  for (let n = tooMany(all, verbs); ; n++) {
    const folded = verbs.slice(0, n);
    const fitted = fit(fold(all, folded), size, waits);
    if (n >= verbs.length || fitted.widths.every((w) => w >= MIN.touch)) return [fitted, folded];
  }
}

function placed(fitted: Fitted, size: Size, buttons: ButtonContent[], grow: number): Rect[] {
  const { box, high, gap } = size;
  let x = right(box) - fitted.whole - grow * buttons.length;
  return buttons.map((one, at) => {
    if (one.does === "pass" && at) x += fitted.apart;
    const spot = rect(x, box.y, (fitted.widths[at] ?? 0) + grow, high);
    x += spot.w + gap;
    return spot;
  });
}

export function promptOf(zones: Zones, content: PromptContent, me: MeLayout): PromptLayout {
  const size = sizeOf(zones, content);
  const { box } = size;
  const status = zones.box.status;
  const shares = status || me.peek ? 0 : content.waits;
  const [fitted, folded] = fitFolded(content.buttons, size, shares);
  const buttons = fold(content.buttons, folded);
  const spare = content.waits && !status ? 0 : Math.max(0, box.w - fitted.whole);
  const grow = zones.kind === "stack" ? Math.min(36, Math.floor(spare / (buttons.length || 1))) : 0;
  const spots = placed(fitted, size, buttons, grow);
  const first = spots[0];
  const why = content.why ? beside(box, right(box) - MIN.touch, MIN.touch, MIN.touch) : null;
  const end = first ? first.x - 8 : why ? why.x - 4 : right(box);
  const free = rect(box.x, box.y, Math.max(0, end - box.x), box.h);
  const spot = waitsSpot(zones, content, free, me);
  const shape = fitted.shape;
  const same = { box, buttons: spots, folded, shape, word: size.word, why };
  return { ...same, ...waitsAndWords(zones, content, spot, free) };
}

interface Spot {
  box: Rect;
  inMe: boolean;
}

/** Where waits and words stand: in the status, beside the buttons, or where the own chips are. */
function waitsSpot({ box }: Zones, { waits }: PromptContent, free: Rect, me: MeLayout): Spot {
  if (box.status) return { box: box.status, inMe: false };
  const wanted = Math.min(9, waits) * 30 + 24;
  if (waits && me.peek && free.w < wanted && me.peek.w > free.w)
    return { box: me.peek, inMe: true };
  return { box: free, inMe: false };
}

type Told = Pick<PromptLayout, "waits" | "said" | "inMe">;

/** A sentence goes beside the waits, or into the free part of the prompt, or for a while takes their place. */
function waitsAndWords({ scale }: Zones, content: PromptContent, spot: Spot, free: Rect): Told {
  const waits = content.waits ? waitsIn(spot.box, content, scale) : null;
  const { inMe } = spot;
  if (!content.said) return { waits, inMe, said: null };
  if (!waits) return { waits, inMe: false, said: roomiest(spot.box, free) };
  const x = right(waits.box) + 6;
  const rest = rect(x, spot.box.y, right(spot.box) - x, spot.box.h);
  const others = inMe || spot.box.y !== free.y ? [rest, free] : [rest];
  const said = others.find((one) => one.w >= LEAST_SAID);
  return said ? { waits, inMe, said } : { waits: null, inMe, said: spot.box };
}

const roomiest = (one: Rect, other: Rect) =>
  one.w >= LEAST_SAID || one.w >= other.w ? one : other;

function waitsIn(box: Rect, { waits, words }: PromptContent, scale: number): WaitsLayout | null {
  if (box.w < MIN.touch) return null;
  const label = labelWidth(words, scale);
  const room = box.w - label - 10;
  const cell = clamp(Math.floor(room / waits), WAIT, Math.round(78 * scale));
  const all = Math.floor(room / cell) >= waits;
  const shown = all ? waits : Math.max(0, Math.floor((room - MORE) / cell));
  const style = cell >= 60 * scale ? "beside" : cell >= 33 * scale ? "below" : "tight";
  const high = Math.min(box.h, Math.round(56 * scale) + 2);
  const wide = shown ? label + 10 + shown * cell + (all ? 0 : MORE) : ONE_CHIP;
  const spot = beside(box, box.x, Math.min(box.w, wide), high);
  return { box: spot, cell, shown, rest: waits - shown, label, style };
}
