/** The lower half of the screen: own seat, prompt, own tiles. */
import type { Rules, Viewport } from "./content.ts";
import type { Frame, How } from "./structure.ts";
import { clamp, MIN, rect, tall, type Rect } from "./shape.ts";

export interface OwnTiles {
  width: number;
  /** Tiles in a row. */
  across: number;
  /** Between two tiles, and before the drawn one. */
  space: number;
  apart: number;
  /** By how much a chosen tile rises. */
  lift: number;
  /** Height of the hand's zone. */
  high: number;
}

export interface Lower {
  hand: Rect;
  prompt: Rect;
  status: Rect | null;
  me: Rect;
  /** Where the upper half ends. */
  top: number;
}

/** Two rows only where one row would be smaller than a finger. */
const ONE_ROW = 44;
const LARGEST = { one: 124, two: 60 };
const LEAST_PROMPT = 300;

export function ownTiles(view: Viewport, rules: Rules, how: How, frame: Frame): OwnTiles | null {
  const { rows, shrink, tight } = how;
  const space = frame.small < 500 ? 1 : 2;
  const widest = (across: number, apart: number) =>
    (frame.area.w - 2 - apart - (across - 1) * space) / across;
  const across = rows === 1 ? rules.hand : Math.ceil(rules.hand / 2);
  const apart = rows === 1 ? 10 : 0;
  const most = rows === 2 ? LARGEST.two : Math.min(LARGEST.one, Math.max(60, view.h * 0.1));
  const largest = Math.floor(Math.min(most, widest(across, apart)));
  if (largest < MIN.own || (rows === 2 && widest(rules.hand, 10) >= ONE_ROW)) return null;
  const width = Math.max(MIN.own, Math.floor(largest * shrink));
  const lift = clamp(Math.round(width * 0.2), tight ? 6 : 8, 16);
  const high = rows * (lift + tall(width)) + (rows === 2 ? 5 : 2);
  return { width, across, space, apart, lift, high };
}

export function lowerZones(how: How, frame: Frame, own: OwnTiles): Lower | null {
  const { area, small } = frame;
  const hand = rect(area.x, area.y + area.h - own.high, area.w, own.high);
  const grown = 54 * (0.75 + 0.25 * how.scale) + (small - 400) * 0.035;
  const promptHigh = Math.round(clamp(grown, 54, 92));
  return how.kind === "stack"
    ? stackedPrompt(how, frame, hand, promptHigh)
    : sharedRow(how, frame, hand, promptHigh);
}

/** Own seat, status and prompt above one another. */
function stackedPrompt(how: How, frame: Frame, hand: Rect, high: number): Lower {
  const { area, gap, small } = frame;
  const above = (y: number, h: number) => rect(area.x, y - gap - h, area.w, h);
  const prompt = above(hand.y, high);
  const statusHigh = Math.round(46 * (0.6 + 0.4 * how.scale) + Math.max(0, small - 600) * 0.03);
  const status = how.lines === 2 ? above(prompt.y, statusHigh) : null;
  const me = above((status ?? prompt).y, Math.max(MIN.touch, Math.round(40 * how.scale)));
  return { hand, prompt, status, me, top: me.y - gap };
}

/** Own seat and prompt side by side. */
function sharedRow(how: How, frame: Frame, hand: Rect, high: number): Lower | null {
  const { area, gap } = frame;
  const least = (area.w < 500 ? 150 : 168) * how.scale;
  const wide = Math.round(clamp(area.w * 0.29, least, 460));
  if (area.w - wide - gap < LEAST_PROMPT) return null;
  const me = rect(area.x, hand.y - gap - high, wide, high);
  const prompt = rect(area.x + wide + gap, me.y, area.w - wide - gap, high);
  return { hand, prompt, status: null, me, top: me.y - gap };
}
