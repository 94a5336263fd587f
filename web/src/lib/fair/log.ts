/** The proofs of a match, read from its log. */
import type { GameEvent, Seat, ToldProof } from "$frames";
import { fromHex, setOf, wall } from "./deal.ts";

interface LogLine {
  line: string;
  round?: number;
  secret?: string;
  hash?: string;
  hashes?: Record<string, string>;
  values?: Record<string, string>;
  missing?: Seat[];
  seed?: string;
}

/** The proof of each round, in order. */
export function proofs(match: string, log: string): ToldProof[] {
  const found: ToldProof[] = [];
  for (const text of log.split("\n").filter(Boolean)) {
    const line = JSON.parse(text) as LogLine;
    const last = found.at(-1);
    if (line.line === "shuffle") {
      const { round = 0, secret = "", hash = "" } = line;
      found.push({
        type: "proof",
        match,
        round,
        secret,
        hash,
        hashes: {},
        values: {},
        missing: [],
        seed: "",
      });
    } else if (line.line === "commits" && last) last.hashes = line.hashes ?? {};
    else if (line.line === "seal" && last)
      Object.assign(last, {
        values: line.values ?? {},
        missing: line.missing ?? [],
        seed: line.seed ?? "",
      });
  }
  return found;
}

const SIZES: [size: number, kinds: (tile: string) => number][] = [
  [108, (tile) => ("mps".includes(tile[1] ?? "") ? 4 : 0)],
  [136, (tile) => (tile[1] === "f" ? 0 : 4)],
  [144, (tile) => (tile[1] === "f" ? 1 : 4)],
];

/** Whether the tiles drawn from the front came in the order of the wall that the seed gives. */
export function wallFits(seed: string, events: readonly GameEvent[]): boolean {
  const drawn = events.flatMap((event) =>
    event.event === "drawn" && !event.back && event.tile ? [event.tile] : [],
  );
  const all = new Set(
    events.flatMap((event) =>
      "tile" in event && event.tile ? [event.tile] : "tiles" in event ? (event.tiles ?? []) : [],
    ),
  );
  return SIZES.some(([, kinds]) => {
    if ([...all].some((tile) => !kinds(tile))) return false;
    const row = wall(setOf(kinds), fromHex(seed));
    let at = 0;
    for (const tile of row) if (tile === drawn[at]) at++;
    return at === drawn.length;
  });
}
