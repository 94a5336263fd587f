/** The deal, recomputed: wall and dice of a round from its seed (docs/deal.md). */
const MASK = (1n << 64n) - 1n;
const RATE = 136;
const ROUNDS = constants();
const OFFSETS = [
  [0, 36, 3, 41, 18],
  [1, 44, 10, 45, 2],
  [62, 6, 43, 15, 61],
  [28, 55, 25, 21, 56],
  [27, 20, 39, 8, 14],
];

function constants(): bigint[] {
  let state = 1;
  const bit = () => {
    const out = state & 1;
    state = (state << 1) ^ (state & 0x80 ? 0x171 : 0);
    return out;
  };
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j++) if (bit()) constant |= 1n << BigInt((1 << j) - 1);
    return constant;
  });
}

const turn = (lane: bigint, by: number) =>
  ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK;

function permute(lanes: bigint[]): void {
  const at = (x: number, y: number) => lanes[x + 5 * y] as bigint;
  for (const constant of ROUNDS) {
    const c = [0, 1, 2, 3, 4].map((x) => at(x, 0) ^ at(x, 1) ^ at(x, 2) ^ at(x, 3) ^ at(x, 4));
    const d = c.map((_, x) => (c[(x + 4) % 5] as bigint) ^ turn(c[(x + 1) % 5] as bigint, 1));
    const b = new Array<bigint>(25);
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++)
        b[y + 5 * ((2 * x + 3 * y) % 5)] = turn(at(x, y) ^ (d[x] as bigint), OFFSETS[x]?.[y] ?? 0);
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++) {
        const [one, two, three] = [
          b[x + 5 * y],
          b[((x + 1) % 5) + 5 * y],
          b[((x + 2) % 5) + 5 * y],
        ] as [bigint, bigint, bigint];
        lanes[x + 5 * y] = one ^ (~two & MASK & three);
      }
    lanes[0] = (lanes[0] as bigint) ^ constant;
  }
}

/** SHAKE-256 as an endless stream of bytes. */
export function* shake256(input: Uint8Array): Generator<number> {
  const lanes = new Array<bigint>(25).fill(0n);
  const padded = new Uint8Array((Math.floor(input.length / RATE) + 1) * RATE);
  padded.set(input);
  padded[input.length] = (padded[input.length] ?? 0) ^ 0x1f;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) ^ 0x80;
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE; i++) {
      const lane = i >> 3;
      lanes[lane] = (lanes[lane] as bigint) ^ (BigInt(padded[at + i] ?? 0) << BigInt(8 * (i & 7)));
    }
    permute(lanes);
  }
  for (;;) {
    for (let i = 0; i < RATE; i++)
      yield Number(((lanes[i >> 3] as bigint) >> BigInt(8 * (i & 7))) & 255n);
    permute(lanes);
  }
}

/** Numbers by chance, for one purpose of a seed. */
class Chance {
  private readonly bytes: Generator<number>;

  constructor(purpose: string, seed: Uint8Array) {
    const head = new TextEncoder().encode(`quexiang deal 1\0${purpose}\0`);
    const input = new Uint8Array(head.length + seed.length);
    input.set(head);
    input.set(seed, head.length);
    this.bytes = shake256(input);
  }

  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      let word = 0;
      for (let i = 0; i < 4; i++) word = word * 256 + (this.bytes.next().value as number);
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

/** Bytes from hexadecimal digits. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
