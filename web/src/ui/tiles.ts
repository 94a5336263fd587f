/** Tiles: names, order, pictures. A tile is text: number and suit, `3m`. */
import sprite from "./tiles.svg?raw";
import type { Lang } from "../i18n/index.svelte.ts";

const NUMERALS = "一二三四五六七八九";
const ZH: Record<string, string> = { m: "万", p: "筒", s: "条" };
const EN: Record<string, string> = { m: "characters", p: "dots", s: "bamboo" };
const HONOURS_ZH = ["东", "南", "西", "北", "白板", "发财", "红中"];
const HONOURS_EN = ["East", "South", "West", "North", "White", "Green", "Red"];
const FLOWERS_ZH = ["春", "夏", "秋", "冬", "梅", "兰", "竹", "菊"];
const FLOWERS_EN = [
  "Spring",
  "Summer",
  "Autumn",
  "Winter",
  "Plum",
  "Orchid",
  "Bamboo flower",
  "Chrysanthemum",
];
const WINDS = "ESWNPFC";
const SUITS = "mpszf";

/** All 42 tiles in their usual order. */
export const ALL_TILES: readonly string[] = [..."mpszf"].flatMap((suit) =>
  Array.from({ length: { z: 7, f: 8 }[suit] ?? 9 }, (_, at) => `${at + 1}${suit}`),
);

const rank = (tile: string) => Number(tile[0]) - 1;
const suit = (tile: string) => tile[1] ?? "";

/** The full name of a tile: 五万, 5 characters. */
export function tileName(tile: string, lang: Lang): string {
  const at = rank(tile);
  const zh = lang === "zh";
  if (suit(tile) === "z") return (zh ? HONOURS_ZH : HONOURS_EN)[at] ?? tile;
  if (suit(tile) === "f") return (zh ? FLOWERS_ZH : FLOWERS_EN)[at] ?? tile;
  return zh ? `${NUMERALS[at]}${ZH[suit(tile)]}` : `${at + 1} ${EN[suit(tile)]}`;
}

/** What stands in the corner of a tile for those who do not read it: 5, E, P. */
export function tileIndex(tile: string): string {
  return suit(tile) === "z" ? (WINDS[rank(tile)] ?? "") : (tile[0] ?? "");
}

/** Where a tile stands in the usual order. */
export function tileOrder(tile: string): number {
  return SUITS.indexOf(suit(tile)) * 10 + rank(tile);
}

/** Sort tiles, the wild faces first. */
export function sortTiles(tiles: readonly string[], wild: readonly string[] = []): string[] {
  const key = (tile: string) => tileOrder(tile) - (wild.includes(tile) ? 100 : 0);
  return [...tiles].sort((a, b) => key(a) - key(b));
}

/** Read tiles as people write them: `123m 55z`. Anything else gives null. */
export function parseTiles(text: string): string[] | null {
  const compact = text.replace(/[\s,，、]/g, "");
  if (!/^(?:[1-9]+[mps]|[1-7]+z|[1-8]+f)*$/.test(compact)) return null;
  return [...compact.matchAll(/(\d+)([mpszf])/g)].flatMap(([, ranks, suit]) =>
    [...(ranks ?? "")].map((rank) => rank + suit),
  );
}

/** Write tiles as people do: `123m55z`. */
export function tilesText(tiles: readonly string[]): string {
  return tiles
    .map((tile, at) => (suit(tiles[at + 1] ?? "") === suit(tile) ? tile[0] : tile))
    .join("");
}

const DEFS = /<defs>([\s\S]*?)<\/defs>/.exec(sprite)?.[1] ?? "";
const FACES = new Map(
  [...sprite.matchAll(/<symbol id="(\w+)"[^>]*>([\s\S]*?)<\/symbol>/g)].map(
    ([, name, drawing]) => [name ?? "", picture(drawing ?? "")] as const,
  ),
);

function picture(drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><defs>${DEFS}</defs>${drawing}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The address of a tile's picture; without a tile its back. */
export function tilePicture(tile: string | null): string {
  return FACES.get(tile ?? "back") ?? FACES.get("back") ?? "";
}
