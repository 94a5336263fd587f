import { expect, test } from "vitest";
import { chart } from "../../src/results/chart.ts";
import { changes, groups, inForce, isIdle } from "../../src/room/options.ts";
import { patternNames } from "../../src/results/patterns.ts";
import { ranking } from "../../src/results/ranking.ts";
import type { Option, Variant } from "../../src/app/answers.ts";

test("a pattern that counts several times is named once, with its number", () => {
  const variant = { patterns: [{ key: "caipiao", zh: "财飘", en: "Caipiao" }] } as Variant;
  expect(patternNames(variant, ["caipiao", "caipiao", "平胡"])).toEqual(["财飘×2", "平胡"]);
});

test("equal totals share a rank", () => {
  expect(ranking([3, 9, 3, -15])).toEqual([
    { seat: 1, rank: 1 },
    { seat: 0, rank: 2 },
    { seat: 2, rank: 2 },
    { seat: 3, rank: 4 },
  ]);
});

test("a chart has a line for each seat with a point for each round, within its box", () => {
  const drawn = chart([
    [48, -16, -16, -16],
    [-2, -2, 6, -2],
  ]);
  expect(drawn.lines.map((line) => line.sums)).toEqual([
    [0, 48, 46],
    [0, -16, -18],
    [0, -16, -10],
    [0, -16, -18],
  ]);
  for (const line of drawn.lines)
    for (const [x, y] of line.points) {
      expect(x).toBeGreaterThan(30);
      expect(x).toBeLessThanOrEqual(290);
      expect(y).toBeGreaterThanOrEqual(10);
      expect(y).toBeLessThanOrEqual(170);
    }
  expect(drawn.grid.map((line) => line.value)).toContain(0);
  const labels = drawn.lines.map((line) => line.labelY).sort((a, b) => a - b);
  for (const [at, y] of labels.entries())
    if (at) expect(y - (labels[at - 1] ?? 0)).toBeGreaterThanOrEqual(12.9);
});

test("a match without rounds has an empty chart", () => {
  expect(chart([]).lines).toEqual([]);
});

const OPTIONS: Option[] = [
  { key: "rounds", zh: "局数", en: "Rounds", default: 8, low: 1, high: 32 },
  { key: "low_add", zh: "加分", en: "Addition", default: false },
  { key: "low_by", zh: "加几分", en: "Add", default: 10, low: 1, high: 100, needs: "low_add" },
  {
    key: "mode",
    zh: "飘分",
    en: "Piao",
    default: "none",
    values: ["none", "fixed"],
    labels: [
      ["不飘", "None"],
      ["固定飘", "Fixed"],
    ],
  },
  { key: "fixed", zh: "飘几分", en: "By", default: 1, low: 1, high: 10, needs: "mode" },
];

test("an option waits for the one it needs", () => {
  const by = (key: string) => OPTIONS.find((option) => option.key === key) as Option;
  expect(isIdle(by("low_by"), {}, OPTIONS)).toBe(true);
  expect(isIdle(by("low_by"), { low_add: true }, OPTIONS)).toBe(false);
  expect(isIdle(by("fixed"), { mode: "none" }, OPTIONS)).toBe(true);
  expect(isIdle(by("fixed"), { mode: "fixed" }, OPTIONS)).toBe(false);
});

test("the rules in force are told in short, changed ones marked", () => {
  expect(inForce(OPTIONS, { mode: "fixed", fixed: 2 }, "zh")).toEqual([
    { key: "rounds", text: "局数 8", changed: false },
    { key: "mode", text: "飘分 固定飘", changed: true },
    { key: "fixed", text: "飘几分 2", changed: true },
  ]);
  expect(inForce(OPTIONS, { low_add: true }, "en").map((one) => one.text)).toEqual([
    "Rounds: 8",
    "Addition",
    "Add: 10",
    "Piao: None",
  ]);
  expect(changes(OPTIONS, { rounds: 8, mode: "fixed" })).toEqual(["mode"]);
});

test("the form has each option once, dependent ones behind their head", () => {
  const keys = groups(OPTIONS).flatMap((group) => group.options.map((option) => option.key));
  expect([...keys].sort()).toEqual(OPTIONS.map((option) => option.key).sort());
  expect(keys.indexOf("low_by")).toBe(keys.indexOf("low_add") + 1);
});
