/** A tile comes to its place from where it was. */
import { moves } from "../settings/settings.svelte.ts";
import type { Place } from "./places.ts";

const FROM: Record<Place, [x: number, y: number]> = {
  me: [0, 70],
  right: [90, 0],
  top: [0, -60],
  left: [-90, 0],
};
const MOVE_MS = 220;
const DEAL_MS = 120;
const TURN_MS = 320;
const OPEN_MS = 40;
/** So many tiles are dealt at a time. */
export const DEALT = 4;

/** Where the tile that is about to be discarded lies, so that it can fly from there. */
let start: DOMRect | null = null;

export function flyFrom(rect: DOMRect | null): void {
  start = rect;
}

/** A Svelte transition: fly in from the hand, or from the side where its player sits. */
export function arrive(node: Element, { place }: { place: Place }) {
  if (!moves()) return { duration: 0 };
  const rect = node.getBoundingClientRect();
  const known = place === "me" ? start : null;
  start = null;
  const [x, y] = known ? [known.left - rect.left, known.top - rect.top] : FROM[place];
  const scale = known && rect.width ? known.width / rect.width : 1.3;
  return {
    duration: MOVE_MS,
    css: (_t: number, u: number) =>
      `translate: ${x * u}px ${y * u}px; scale: ${1 + (scale - 1) * u}; transform-origin: 0 0; z-index: 5;`,
    easing: easeOut,
  };
}

/** A meld comes from the river where the tile lay that it took. */
export function claim(node: Element, { from }: { from: Place | null }) {
  const river = from && document.querySelector(`.river-${from}`);
  const taken = river && [...river.querySelectorAll(".gone")].at(-1);
  if (!moves() || !taken) return { duration: 0 };
  const [start, end] = [taken.getBoundingClientRect(), node.getBoundingClientRect()];
  const [x, y] = [start.left - end.left, start.top - end.top];
  return {
    duration: MOVE_MS,
    css: (t: number, u: number) =>
      `translate: ${x * u}px ${y * u}px; opacity: ${0.4 + 0.6 * t}; z-index: 5;`,
    easing: easeOut,
  };
}

/** A newly drawn tile slides in from the right; dealt ones rise, four at a time. */
export function slide(_node: Element, { at, dealt }: { at: number; dealt: boolean }) {
  if (!moves()) return { duration: 0 };
  const way = (u: number) => (dealt ? `0 ${12 * u}px` : `${12 * u}px 0`);
  return {
    delay: dealt ? Math.floor(at / DEALT) * DEAL_MS : 0,
    duration: dealt ? DEAL_MS : 160,
    css: (_t: number, u: number) => `translate: ${way(u)}; opacity: ${1 - u * (dealt ? 1 : 0.6)};`,
    easing: easeOut,
  };
}

/** A tile is turned face up, one after the other. */
export function turnUp(_node: Element, { at }: { at: number }) {
  if (!moves()) return { duration: 0 };
  return {
    delay: at * TURN_MS,
    duration: TURN_MS,
    css: (_t: number, u: number) => `transform: rotateY(${90 * u}deg);`,
    easing: easeOut,
  };
}

/** A hand opens from the left, tile by tile. */
export function openUp(_node: Element, { at }: { at: number }) {
  if (!moves()) return { duration: 0 };
  return {
    delay: at * OPEN_MS,
    duration: TURN_MS,
    css: (t: number, u: number) => `transform: rotateX(${90 * u}deg); opacity: ${t};`,
    easing: easeOut,
  };
}

/** A chip grows into its place. */
export function grow(_node: Element) {
  return {
    duration: moves() ? 200 : 0,
    css: (t: number) => `scale: ${0.9 + 0.1 * t}; opacity: ${t};`,
    easing: easeOut,
  };
}

function easeOut(t: number): number {
  return 1 - (1 - t) ** 3;
}
