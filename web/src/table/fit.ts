/** How large tiles can be in a box: the widest size at which all of them fit. */
export interface Box {
  width: number;
  height: number;
}

const GAP = 1;
const ROW_GAP = 2;
const HEIGHT = 4 / 3;
const SMALLEST = 11;

export function tileWidth(count: number, box: Box, largest: number, columns = Infinity): number {
  for (let width = largest; width > SMALLEST; width -= 0.5) {
    const across = Math.min(columns, Math.floor((box.width + GAP) / (width + GAP)));
    if (across < 1) continue;
    const rows = Math.ceil(count / across);
    if (rows * (width * HEIGHT + ROW_GAP) - ROW_GAP <= box.height) return width;
  }
  return SMALLEST;
}
