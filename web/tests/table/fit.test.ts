import { expect, test } from "vitest";
import { tileWidth } from "../../src/table/fit.ts";
import { placeOf } from "../../src/table/places.ts";

test("few tiles are large, many become smaller but always fit", () => {
  const box = { width: 266, height: 72 };
  expect(tileWidth(8, box, 25)).toBe(25);
  expect(tileWidth(20, box, 25)).toBe(25);
  const width = tileWidth(40, box, 25);
  expect(width).toBeLessThan(25);
  const across = Math.floor((box.width + 1) / (width + 1));
  expect(Math.ceil(40 / across) * ((width * 4) / 3 + 2) - 2).toBeLessThanOrEqual(box.height);
});

test("a box without room gives the smallest size", () => {
  expect(tileWidth(50, { width: 10, height: 10 }, 25)).toBe(11);
});

test("the next player sits at the right, the one across above", () => {
  expect((["A", "B", "C", "D"] as const).map((seat) => placeOf(seat, "B", 4))).toEqual([
    "left",
    "me",
    "right",
    "top",
  ]);
  expect((["A", "B", "C"] as const).map((seat) => placeOf(seat, "A", 3))).toEqual([
    "me",
    "right",
    "left",
  ]);
  expect((["A", "B"] as const).map((seat) => placeOf(seat, "B", 2))).toEqual(["top", "me"]);
  expect(placeOf("C", null, 4)).toBe("top");
});
