import { expect, test } from "vitest";
import {
  ALL_TILES,
  parseTiles,
  sortTiles,
  tileIndex,
  tileName,
  tilePicture,
  tilesText,
} from "../../src/ui/tiles.ts";

test("there are 42 tiles, each with a picture and a name of its own", () => {
  expect(ALL_TILES).toHaveLength(42);
  for (const names of [
    ALL_TILES.map(tilePicture),
    ALL_TILES.map((tile) => tileName(tile, "zh")),
    ALL_TILES.map((tile) => tileName(tile, "en")),
  ])
    expect(new Set(names).size).toBe(42);
  expect(tilePicture(null)).not.toBe(tilePicture("1m"));
});

test("names are those of the server", () => {
  expect(tileName("5m", "zh")).toBe("五万");
  expect(tileName("5z", "en")).toBe("White");
  expect([tileIndex("5m"), tileIndex("1z"), tileIndex("7z")]).toEqual(["5", "E", "C"]);
});

test("wild faces stand first", () => {
  expect(sortTiles(["5z", "9s", "1m", "1z"], ["5z"])).toEqual(["5z", "1m", "9s", "1z"]);
});

test("tiles are read and written as people do", () => {
  expect(parseTiles("12m 5z, 3p")).toEqual(["1m", "2m", "5z", "3p"]);
  expect(parseTiles("8z")).toBeNull();
  expect(parseTiles("12")).toBeNull();
  expect(tilesText(["1m", "2m", "5z"])).toBe("12m5z");
});
