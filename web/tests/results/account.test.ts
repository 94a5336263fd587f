import type { PaymentView, Seat, TableView } from "$frames";
import { describe, expect, test } from "vitest";
import { headline, paymentsOf, signedFor, totalsOf, wonPlace } from "../../src/results/account.ts";
import { countedAt } from "../../src/results/count.ts";
import { groupsOf, placesOf } from "../../src/results/picture.ts";

const pay = (payer: Seat, payee: Seat | null, amount: number): PaymentView => ({
  ...{ payer, payee, amount, rule: "ZZ-41", zh: "5 × 2", en: "5 × 2", block: "win" },
});
const NAMES = { A: "小雀", B: "阿竹", C: "老梅", D: "大风" };
const name = (seat: Seat) => NAMES[seat];
const view = (more: Partial<TableView>) =>
  ({ changes: [-16, -16, 48, -16], scores: [-10, 0, 31, -21], seats: [], ...more }) as TableView;

describe("the account of a round", () => {
  test("has the beholder's total first, then as they sit", () => {
    const all = totalsOf(view({}), "C");

    expect(all.map((one) => one.seat)).toEqual(["C", "D", "A", "B"]);
    expect(all[0]).toEqual({ seat: "C", change: 48, total: 79 });
  });

  test("begins with A for who only watches", () => {
    expect(totalsOf(view({}), null)[0]?.seat).toBe("A");
  });

  test("has the beholder's payments first, his losses with a minus", () => {
    const [other, mine, got] = [pay("B", "C", 16), pay("A", "C", 16), pay("D", "A", 3)];
    const sorted = paymentsOf([other, mine, got], "A");

    expect(sorted).toEqual([mine, got, other]);
    expect(sorted.map((one) => signedFor(one, "A"))).toEqual([-16, 3, 16]);
  });

  test("says who won by what, never what it cost", () => {
    const win = { seat: "C", tile: "6m", value: 2, patterns: [], steps: [] } as const;
    const by = (how: "discard" | "rob_kong" | "self_draw") =>
      headline(view({ wins: [{ ...win, by: how, patterns: [], steps: [] }] }), name);

    expect(by("self_draw")).toBe("老梅 自摸 六万");
    expect(by("discard")).toBe("老梅 胡 六万");
    expect(headline(view({}), name)).toBe("荒庄");
  });

  test("marks the winning tile once, in the last set that has it", () => {
    const set = (...tiles: string[]) => ({ kind: "run" as const, tiles });

    expect(wonPlace([set("1m", "2m", "3m"), set("3m", "3m")], "3m")).toEqual({ set: 1, at: 1 });
    expect(wonPlace([set("1m")], "9p")).toBeNull();
    expect(wonPlace([], null)).toBeNull();
  });
});

describe("the picture of a round", () => {
  const seat = { seat: "A", melds: [{ kind: "pong", tiles: ["1z", "1z", "1z"] }], tiles: ["2m"] };
  const win = { seat: "A", by: "discard", value: 1, patterns: [], steps: [] };
  const sets = [
    { kind: "run", tiles: ["1m", "2m", "3m"] },
    { kind: "pair", tiles: ["5p", "5p"] },
  ];

  test("shows melds, then the sets; or the tiles as they lie", () => {
    const grouped = view({ seats: [seat], wins: [{ ...win, sets }] } as unknown as TableView);
    const plain = view({ seats: [seat], wins: [win] } as unknown as TableView);

    expect(groupsOf(grouped)).toEqual([
      ["1z", "1z", "1z"],
      ["1m", "2m", "3m"],
      ["5p", "5p"],
    ]);
    expect(groupsOf(plain)).toEqual([["1z", "1z", "1z"], ["2m"]]);
    expect(groupsOf(view({}))).toEqual([]);
  });

  test("keeps every tile inside and none on another", () => {
    const groups = Array.from({ length: 6 }, () => ["1m", "2m", "3m"]);
    const placed = placesOf(groups);

    expect(placed).toHaveLength(18);
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(18);
    for (const { x, y } of placed) expect([x <= 960, y <= 560]).toEqual([true, true]);
  });
});

test("a number counts up to what it is, and never past it", () => {
  expect([0, 0.5, 1, 2].map((share) => countedAt(-16, share))).toEqual([-0, -14, -16, -16]);
});
