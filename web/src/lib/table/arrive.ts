/** A tile comes to its place from where it was. */
import { moves } from "../settings.svelte.ts";
import type { Place } from "./places.ts";

const FROM: Record<Place, [x: number, y: number]> = {
  me: [0, 70],
  right: [90, 0],
  top: [0, -60],
  left: [-90, 0],
};
const MOVE_MS = 220;

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
      `translate: ${x * u}px ${y * u}px; scale: ${1 + (scale - 1) * u}; transform-origin: 0 0; z-index: 5; position: relative;`,
    easing: easeOut,
  };
}

/** A newly drawn tile slides in from the right. */
export function slide(_node: Element) {
  return {
    duration: moves() ? 160 : 0,
    css: (_t: number, u: number) => `translate: ${12 * u}px 0; opacity: ${1 - u * 0.6};`,
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
