import { expect, test } from "vitest";
import type { MyMatch } from "../../src/app/answers.ts";
import { points, sums } from "../../src/me/record.ts";

const match = (started: number, my_seat: string, totals?: number[]): MyMatch => ({
  id: String(started),
  variant: "hangzhou",
  names: [],
  bots: [],
  my_seat,
  started,
  rounds: 1,
  totals,
});

test("ended matches add up from the oldest on, each by my own seat", () => {
  const matches = [match(3, "B", [1, -2, 1, 0]), match(2, "A"), match(1, "A", [6, -2, -2, -2])];
  expect(sums(matches)).toEqual([0, 6, 4]);
});

test("a line goes from left to right and higher is above", () => {
  expect(points([0, 6, 4], 100, 30)).toBe("0.0,30.0 50.0,0.0 100.0,10.0");
  expect(points([0], 100, 30)).toBe("0.0,30.0");
});
