/** Places a part where the layout says. */
import type { Rect } from "./layout/shape.ts";

/** The style of a box, seen from another box that it lies in. */
export const at = (
  { x, y, w, h }: Rect,
  within: { x: number; y: number } = { x: 0, y: 0 },
): string => `left: ${x - within.x}px; top: ${y - within.y}px; width: ${w}px; height: ${h}px;`;
