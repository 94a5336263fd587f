/** The deal, recomputed: wall and dice of a round from its seed (docs/deal.md). */
import { shake256 } from "@noble/hashes/sha3.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Numbers by chance, for one purpose of a seed. */
class Chance {
  private readonly stream;

  constructor(purpose: string, seed: Uint8Array) {
    const head = utf8ToBytes(`quexiang deal 1\0${purpose}\0`);
    this.stream = shake256.create().update(concatBytes(head, seed));
  }

  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = new DataView(this.stream.xof(4).buffer).getUint32(0);
      if (word < limit) return word % n;
    }
  }
}

/** The wall of a set of tiles: front first. */
export function wall(tiles: readonly string[], seed: Uint8Array): string[] {
  const row = [...tiles];
  const chance = new Chance("wall", seed);
  for (let at = row.length - 1; at > 0; at--) {
    const other = chance.below(at + 1);
    [row[at], row[other]] = [row[other] as string, row[at] as string];
  }
  return row;
}

/** The n-th die, from 0. */
export function die(n: number, seed: Uint8Array): number {
  return 1 + new Chance(`die ${n}`, seed).below(6);
}
