/** The scores of a match as lines: pure geometry. */
export interface ChartLine {
  sums: number[];
  points: [x: number, y: number][];
  path: string;
  labelY: number;
}

export interface Chart {
  lines: ChartLine[];
  grid: { y: number; value: number }[];
  ticks: { x: number; round: number }[];
}

const LEFT = 34;
const RIGHT = 286;
const TOP = 14;
const BOTTOM = 166;
const LABEL_GAP = 13;
const MOST_TICKS = 10;

export function chart(rounds: readonly (readonly number[])[]): Chart {
  const players = rounds[0]?.length ?? 0;
  const sums = Array.from({ length: players }, (_, seat) =>
    running(rounds.map((round) => round[seat] ?? 0)),
  );
  const all = sums.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const span = high - low || 1;
  const x = (at: number) => LEFT + ((RIGHT - LEFT) * at) / Math.max(1, rounds.length);
  const y = (value: number) => round(BOTTOM - ((BOTTOM - TOP) * (value - low)) / span);
  const lines = sums.map((line) => drawLine(line, x, y));
  spread(lines);
  const every = Math.ceil(rounds.length / MOST_TICKS);
  const ticks = rounds
    .map((_, at) => ({ x: round(x(at + 1)), round: at + 1 }))
    .filter((tick) => tick.round % every === 0);
  return { lines, ticks, grid: gridValues(low, high).map((value) => ({ value, y: y(value) })) };
}

function running(changes: number[]): number[] {
  let sum = 0;
  return [0, ...changes.map((change) => (sum += change))];
}

function drawLine(
  sums: number[],
  x: (at: number) => number,
  y: (value: number) => number,
): ChartLine {
  const points = sums.map((sum, at): [number, number] => [round(x(at)), y(sum)]);
  const path = points.map(([px, py], at) => `${at ? "L" : "M"}${px} ${py}`).join(" ");
  return { sums, points: points.slice(1), path, labelY: (points.at(-1)?.[1] ?? 0) + 4 };
}

/** Labels that would cover each other move apart. */
function spread(lines: ChartLine[]): void {
  const order = [...lines].sort((a, b) => a.labelY - b.labelY);
  for (const [at, line] of order.entries()) {
    const above = order[at - 1];
    if (above) line.labelY = Math.max(line.labelY, above.labelY + LABEL_GAP);
  }
  const over = (order.at(-1)?.labelY ?? 0) - (BOTTOM + 8);
  if (over > 0) for (const line of order) line.labelY -= over;
}

function gridValues(low: number, high: number): number[] {
  const rough = (high - low || 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const values: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value);
  return values.includes(0) ? values : [0, ...values];
}

const round = (value: number) => Math.round(value * 10) / 10;
