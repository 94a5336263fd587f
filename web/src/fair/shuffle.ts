/** The client's part in the shuffle, and the check of the server's (docs/deal.md). */
import type { Seat, OutgoingProof } from "$frames";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const SEATS: readonly Seat[] = ["A", "B", "C", "D"];

/** A number of one's own: 64 hexadecimal digits. */
export function ownNumber(): string {
  return bytesToHex(randomBytes(32));
}

/** SHA-256 of texts with a zero byte between two of them. Browsers offer theirs only on secure addresses, and a home network seldom is one. */
export function hashTexts(...texts: (string | number)[]): string {
  return bytesToHex(sha256(utf8ToBytes(texts.join("\0"))));
}

export function commitment(match: string, round: number, seat: Seat, value: string): string {
  return hashTexts("quexiang commit 1", match, round, seat, value);
}

export function seedOf(proof: OutgoingProof): string {
  const { match, round, secret, values, hashes } = proof;
  const parts = SEATS.map((seat) => values[seat] ?? hashes[seat] ?? "-");
  return hashTexts("quexiang seed 1", match, round, secret, ...parts);
}

export interface Checked {
  /** The server kept to its commitment. */
  secret: boolean;
  /** Every published number fits its commitment. */
  numbers: boolean;
  /** The seed follows from all of them. */
  seed: boolean;
  /** The own number, where there was one, is in it. */
  mine: boolean;
}

/** Check a proof with what this client remembers of the round: the server's commitment and its own number. */
export function check(
  proof: OutgoingProof,
  remembered?: { hash?: string; seat?: Seat; value?: string },
): Checked {
  const { match, round, secret, hash, hashes, values } = proof;
  const made = hashTexts("quexiang secret 1", match, round, secret);
  const fits = (seat: Seat) => {
    const value = values[seat];
    const promised = hashes[seat];
    if (value === undefined) return true;
    if (promised === undefined)
      return value === hashTexts("quexiang bot 1", match, round, seat, hash);
    return commitment(match, round, seat, value) === promised;
  };
  const own = remembered?.seat && remembered.value;
  return {
    secret: made === hash && (remembered?.hash ?? hash) === hash,
    numbers: SEATS.every(fits),
    seed: seedOf(proof) === proof.seed,
    mine: !own || values[remembered.seat as Seat] === remembered.value,
  };
}
