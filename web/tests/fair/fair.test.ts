import type { OutgoingProof } from "$frames";
import { hexToBytes } from "@noble/hashes/utils.js";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { die, wall } from "../../src/fair/deal.ts";
import { drawsFollow, wallFollows } from "../../src/fair/proof.ts";
import { check, commitment, hashTexts, seedOf } from "../../src/fair/shuffle.ts";
import { ALL_TILES } from "../../src/ui/tiles.ts";

const node = (text: string) => createHash("sha256").update(text).digest("hex");

test("the hash of a text is SHA-256, at every length around a block", () => {
  for (const length of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 500]) {
    const text = "雀".repeat(length).slice(0, length);
    expect(hashTexts(text)).toBe(node(text));
  }
});

function proof(): OutgoingProof {
  const [match, round, secret, number] = ["m7", 3, "5c".repeat(32), "ab".repeat(32)] as const;
  const made: OutgoingProof = {
    type: "proof",
    match,
    round,
    secret,
    hash: node(["quexiang secret 1", match, round, secret].join("\0")),
    hashes: { A: commitment(match, round, "A", number) },
    values: { A: number },
    missing: [],
    seed: "",
  };
  made.values.C = node(["quexiang bot 1", match, round, "C", made.hash].join("\0"));
  return { ...made, seed: seedOf(made) };
}

test("an honest proof holds", () => {
  expect(check(proof(), { seat: "A", value: "ab".repeat(32), hash: proof().hash })).toEqual({
    secret: true,
    numbers: true,
    seed: true,
    mine: true,
  });
});

test("another secret, number or seed is found out", () => {
  expect(check({ ...proof(), secret: "00" }).secret).toBe(false);
  expect(check(proof(), { hash: "other" }).secret).toBe(false);
  expect(check({ ...proof(), values: { A: "00" } }).numbers).toBe(false);
  expect(check({ ...proof(), seed: "00" }).seed).toBe(false);
  expect(check(proof(), { seat: "A", value: "00" }).mine).toBe(false);
});

test("who did not reveal counts with his commitment, who did not take part with a dash", () => {
  const silent = { ...proof(), values: {} };
  const parts = ["quexiang seed 1", "m7", 3, silent.secret, silent.hashes.A, "-", "-", "-"];
  expect(seedOf(silent)).toBe(node(parts.join("\0")));
});

test("the deal of the documentation comes out", () => {
  const digits = hashTexts("quexiang round 1", "demo", 1);
  expect(digits.slice(0, 16)).toBe("e3d178559d38a8e0");
  const seed = hexToBytes(digits);
  const tiles = ALL_TILES.filter((tile) => !tile.endsWith("f")).flatMap((tile) => [
    tile,
    tile,
    tile,
    tile,
  ]);
  expect(wall(tiles, seed).slice(0, 8).join(" ")).toBe("7z 3m 1z 4p 7s 6m 2p 1s");
  expect([die(0, seed), die(1, seed)]).toEqual([5, 3]);
});

test("a wall that does not follow from the seed, or draws out of its order, are found out", () => {
  const seed = "ab".repeat(32);
  const row = wall(
    ["1m", "2m", "3m", "4m"],
    Uint8Array.from({ length: 32 }, () => 0xab),
  );
  const { type: _type, ...rest } = proof();
  const dealt = { ...rest, seed, wall: row, dice: [] };
  expect(wallFollows(dealt)).toBe(true);
  expect(wallFollows({ ...dealt, wall: [...row].reverse() })).toBe(false);
  expect(wallFollows({ ...dealt, seed: "none" })).toBe(false);
  const draws = (...tiles: string[]) =>
    tiles.map((tile) => ({ event: "drawn" as const, seat: "A" as const, tile }));
  expect(drawsFollow(row, draws(row[1] ?? "", row[3] ?? ""))).toBe(true);
  expect(drawsFollow(row, draws(row[3] ?? "", row[1] ?? ""))).toBe(false);
});
