import { expect, test } from "vitest";
import { clockWords, reading } from "../../src/table/clock.ts";

const running = { seat: "A", ends: 20_000, bank: 80_000, whole: 20_000 };
const words = (now: number) => Object.values(clockWords(reading(running, now))).filter(Boolean);

test("both stores of time are told, and the move's time goes first", () => {
  expect(words(8_000)).toEqual(["12", "+60"]);
  expect(reading(running, 5_000).share).toBe(0.75);
});

test("when the move's time is over the bank runs, and says so", () => {
  expect(words(20_000)).toEqual(["备用 60"]);
  expect(words(50_000)).toEqual(["备用 30"]);
  expect(reading(running, 20_000).share).toBe(1);
  expect(reading(running, 50_000)).toMatchObject({ store: "bank", share: 0.5, spare: 0 });
});

test("only the very last seconds are a hurry, not those before the bank", () => {
  expect(reading(running, 17_000).hurry).toBe(false);
  expect(reading(running, 74_000).hurry).toBe(false);
  expect(reading(running, 75_500).hurry).toBe(true);
  expect(reading({ ...running, bank: 20_000 }, 16_000).hurry).toBe(true);
});

test("a clock that nobody need mind shows no number, and one that is over stays at nothing", () => {
  expect(words(-100_000)).toEqual([]);
  expect(reading(running, 99_000)).toMatchObject({ seconds: 0, share: 0 });
});
