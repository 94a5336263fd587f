import type { WaitView } from "$frames";
import { expect, test } from "vitest";
import { bestOf, isDead, leftOf, readyAfter, valueText } from "../../src/table/ready.ts";

const wait = (tile: string, unseen: number, value?: number): WaitView => ({
  tile,
  unseen,
  value: value ?? null,
});
const discard = (tile: string, ...waits: WaitView[]) => ({
  index: 0,
  do: "discard",
  zh: "",
  en: "",
  tile,
  waits,
});

test("discards that do not leave the hand ready are not among them", () => {
  const { waits: _none, ...older } = discard("3m");
  const ready = readyAfter([discard("1m"), discard("2m", wait("5p", 3)), older]);

  expect([...ready.keys()]).toEqual(["2m"]);
});

test("the best discard leaves most tiles; of equal ones the most valuable", () => {
  const few = discard("1m", wait("5p", 2, 90));
  const many = discard("2m", wait("5p", 2, 1), wait("8p", 1, 1));
  const dear = discard("3m", wait("6s", 3, 8));

  expect(bestOf(readyAfter([few, many]))).toBe("2m");
  expect(bestOf(readyAfter([many, dear, few]))).toBe("3m");
  expect(bestOf(new Map())).toBeNull();
});

test("a wait is dead when none of its tiles is left", () => {
  expect(isDead([wait("5p", 0), wait("8p", 0)])).toBe(true);
  expect(isDead([wait("5p", 0), wait("8p", 1)])).toBe(false);
  expect(isDead([])).toBe(false);
  expect(leftOf([wait("5p", 2), wait("8p", 1)])).toBe(3);
});

test("a value that may be more says so", () => {
  expect(valueText(wait("5p", 1, 2))).toBe("2");
  expect(valueText({ ...wait("5p", 1, 2), least: true })).toBe("2+");
  expect(valueText(wait("5p", 1))).toBe("");
});
