/** Rectangles, the least sizes, and how wide words are. Nothing here knows a browser. */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The least sizes in pixels; whatever else is short gives way before these. */
export const MIN = { touch: 44, own: 30, river: 16, meld: 14 };
/** The width of a wait that can still be read. */
export const WAIT = 26;

export const tall = (width: number): number => Math.ceil((width * 4) / 3);

export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

export const rect = (x: number, y: number, w: number, h: number): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  w: Math.round(w),
  h: Math.round(h),
});

export const right = (box: Rect): number => box.x + box.w;
export const bottom = (box: Rect): number => box.y + box.h;

/** A box of this size, as high as the middle of another. */
export const beside = (box: Rect, x: number, w: number, h: number): Rect =>
  rect(x, box.y + Math.floor((box.h - h) / 2), w, h);

const CJK = 0x2e80;

/** The width of a text: an em for a Chinese sign, a little more than half of one for a letter. */
export function measure(text: string, size: number): number {
  const em = (sign: string) => (sign.charCodeAt(0) > CJK ? 1 : sign === " " ? 0.3 : 0.6);
  return [...text].reduce((sum, sign) => sum + em(sign), 0) * size;
}
