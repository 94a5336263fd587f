/** One way to divide the screen: stacked or wide, one or two rows of own tiles, one or two lines of prompt. */
import type { Other, Rules, Viewport } from "./content.ts";
import type { CompassShape, Felt, RiverBox } from "./felt.ts";
import type { Place } from "../places.ts";
import { lowerZones, ownTiles, type Lower, type OwnTiles } from "./lower.ts";
import { upperZones, type Upper } from "./upper.ts";
import { clamp, MIN, rect, type Rect } from "./shape.ts";

export interface How {
  kind: "stack" | "wide";
  rows: 1 | 2;
  lines: 1 | 2;
  /** The own tiles, as a share of the largest that fit. */
  shrink: number;
  scale: number;
  reserve: number;
  tight: boolean;
}

/** The zones of the table. */
export interface Boxes {
  bar: Rect;
  tools: Rect;
  seats: Partial<Record<Other, Rect>>;
  rivers: Partial<Record<Place, RiverBox>>;
  felt: Rect;
  compass: Rect;
  me: Rect;
  /** Waits and words, where there is height for them. */
  status: Rect | null;
  prompt: Rect;
  hand: Rect;
  panel: Rect | null;
}

export interface Zones extends Omit<How, "shrink"> {
  own: OwnTiles;
  /** Widths of discards and of melds. */
  discard: number;
  meld: number;
  meldLines: number;
  gap: number;
  compass: CompassShape;
  joy: number;
  zoom: number;
  box: Boxes;
}

/** The screen without its margins and without the panel. */
export interface Frame {
  area: Rect;
  panel: Rect | null;
  gap: number;
  small: number;
}

const PANEL = { share: 0.2, least: 240, most: 380, table: 860, height: 560, shape: 1.22 };
const LEAST_WIDE = 440;
const STRIDE = 5;

function frameOf({ w, h }: Viewport, rules: Rules, { kind }: How): Frame {
  const pad = clamp(Math.round(w * 0.012), 4, 24);
  const gap = clamp(Math.round(Math.min(w, h * 0.62) * 0.011), 3, 12);
  const above = Math.min(pad, 8);
  const area = { x: pad, y: above, w: w - 2 * pad, h: h - above - clamp(pad, 4, 14) };
  const small = Math.min(w, h);
  const side = clamp(Math.round(w * PANEL.share), PANEL.least, PANEL.most);
  const table = w - side;
  const fits = table >= PANEL.shape * h && table >= PANEL.table && h >= PANEL.height;
  if (kind !== "wide" || !rules.panel || !fits) return { area, panel: null, gap, small };
  const panel = rect(area.x + area.w - side + pad / 2, area.y, side - pad / 2, area.h);
  return { area: { ...area, w: area.w - side - gap }, panel, gap, small };
}

/** 1 at the size one likes to read; below it every pixel counts, above it ever less. */
const joy = (size: number, liked: number) =>
  size < liked ? size / liked : 1 + 0.35 * Math.log(size / liked);

function joyOf(how: How, frame: Frame, own: number, discard: number): number {
  const status = how.lines === 2 ? (discard >= 20 ? 0.3 : -0.4) : 0;
  const room = how.kind === "wide" ? 0.3 : status;
  return joy(own, 48) + 1.3 * joy(discard, 26) + (frame.panel ? 0.2 : 0) + room;
}

/**
 * One number, the width of a discard, decides the rest: it is made smaller until everything fits, or until it is no
 * joy compared to what is known.
 */
export function structure(viewport: Viewport, rules: Rules, how: How, known = 0): Zones | null {
  const frame = frameOf(viewport, rules, how);
  if (how.kind === "wide" && frame.area.w < LEAST_WIDE) return null;
  const own = ownTiles(viewport, rules, how, frame);
  const lower = own && lowerZones(how, frame, own);
  if (!lower) return null;
  const above = rect(frame.area.x, frame.area.y, frame.area.w, lower.top - frame.area.y);
  const most = Math.min(104, Math.floor(frame.small / 9), Math.round(own.width * 1.05));
  const fits = (discard: number) => {
    const meld = clamp(Math.round(discard * 0.82), how.tight ? 14 : 16, 72);
    return upperZones({ ...how, rules, gap: frame.gap, box: above, discard, meld });
  };
  const isJoy = (discard: number) => joyOf(how, frame, own.width, discard) > known;
  const upper = largest(most, fits, isJoy);
  return upper && assemble(how, frame, own, lower, upper);
}

/** The largest discards that fit: in strides downwards, then back up one by one. */
function largest(
  most: number,
  fits: (discard: number) => Upper | null,
  isJoy: (discard: number) => boolean,
): Upper | null {
  for (let discard = most; ; discard -= STRIDE) {
    const low = Math.max(MIN.river, discard);
    const upper = fits(low);
    for (let more = Math.min(most, low + STRIDE - 1); upper && more >= low; more--) {
      if (!isJoy(more)) return null;
      const found = more > low ? fits(more) : upper;
      if (found) return found;
    }
    if (low === MIN.river || !isJoy(low)) return null;
  }
}

function assemble(how: How, frame: Frame, own: OwnTiles, lower: Lower, upper: Upper): Zones {
  const { hand, prompt, status, me } = lower;
  const { bar, tools, seats, felt, made, discard, meld, meldLines } = upper;
  const { rivers, compass, shape } = made satisfies Felt;
  const box = { bar, tools, seats, rivers, felt, compass, me, status, prompt, hand };
  return {
    ...how,
    own,
    discard,
    meld,
    meldLines,
    gap: frame.gap,
    compass: shape,
    joy: joyOf(how, frame, own.width, discard),
    zoom: 1,
    box: { ...box, panel: frame.panel },
  };
}
