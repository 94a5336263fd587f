import { expect, test } from "vitest";
import { arrange, asDealt, move, sorted, type Arranged } from "../../src/table/hand.ts";

const tiles = (hand: Arranged) => hand.held.map((held) => held.tile).join(" ");
const shown = (text: string, drawn: string | null = null, wild: string[] = []) => ({
  tiles: text.split(" "),
  drawn,
  wild,
});

test("a hand is sorted, wild faces first, the drawn tile apart", () => {
  const hand = arrange(undefined, shown("9s 1m 5z 3p", "1m", ["5z"]), false);
  expect(tiles(hand)).toBe("5z 3p 9s");
  expect(hand.drawn?.tile).toBe("1m");
});

test("tiles keep their identity when one is drawn and one discarded", () => {
  const before = arrange(undefined, shown("1m 1m 3p"), false);
  const drawn = arrange(before, shown("1m 1m 1m 3p", "1m"), false);
  expect(drawn.held).toEqual(before.held);
  const first = before.held[0]?.id;
  const after = arrange(drawn, shown("1m 1m 3p"), false, first);
  expect(after.held.map((held) => held.id)).not.toContain(first);
  expect(after.held.map((held) => held.id)).toContain(drawn.drawn?.id);
});

test("in the player's own order a new tile goes beside its equals", () => {
  const before = arrange(undefined, shown("1m 5m 9s"), false);
  const mixed = { ...before, held: move(before.held, before.held[2]?.id ?? 0, 0) };
  expect(tiles(mixed)).toBe("9s 1m 5m");
  expect(tiles(arrange(mixed, shown("1m 5m 5m 9s"), true))).toBe("9s 1m 5m 5m");
});

test("moving stays within the row", () => {
  const { held } = arrange(undefined, shown("1m 2m 3m"), false);
  const ids = held.map((one) => one.id);
  expect(move(held, ids[0] ?? 0, 99).map((one) => one.tile)).toEqual(["2m", "3m", "1m"]);
  expect(move(held, -1, 0)).toEqual(held);
});

test.each([13, 14, 16, 17])(
  "%i dealt tiles are all there, out of order, until they are sorted",
  (n) => {
    const row = Array.from({ length: n }, (_, at) => ({
      id: at,
      tile: `${(at % 9) + 1}${"mp"[at > 8 ? 1 : 0]}`,
    }));
    const dealt = asDealt(row);

    expect(dealt).not.toEqual(row);
    expect(sorted(dealt, [])).toEqual(row);
  },
);
