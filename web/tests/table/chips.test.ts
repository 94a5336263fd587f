import type { SeatView, TableView } from "$frames";
import { expect, test } from "vitest";
import { chipsOf, fewer, withNames } from "../../src/table/chips.ts";

const name = (seat: string) => ({ A: "阿梅", B: "老周", C: "唐叔", D: "小北" })[seat] ?? seat;

test("letters of seats become names, rule ids and tiles stay", () => {
  expect(withNames("A→B 2摊", name)).toBe("阿梅→老周 2摊");
  expect(withNames("见 AH-3，听 1m", name)).toBe("见 AH-3，听 1m");
  expect(withNames("last win D", name)).toBe("last win 小北");
});

test("a seat shows that it deals, its connection, its marks and short facts", () => {
  const seat = {
    seat: "B",
    marks: [{ key: "sealed", zh: "封牌", en: "sealed", value: 1 }],
  } as unknown as SeatView;
  const facts = [
    { key: "tan", zh: "A→B 2摊", en: "A→B fed 2", seat: "B", rule: "HZ-74" },
    { key: "long", zh: "这是一句很长很长很长的话", en: "long", seat: "B" },
    { key: "other", zh: "别家", en: "other", seat: "C" },
    { key: "waits", zh: "听 1m", en: "waits", seat: "B" },
  ];
  const view = { dealer: "B", streak: 2, facts, seats: [seat] } as unknown as TableView;
  const chips = chipsOf(view, seat, name, {
    seat: "B",
    person: { id: "p", name: "老周" },
    trustee: true,
  });
  expect(chips.map((chip) => chip.text)).toEqual(["连庄 2", "托管", "封牌", "阿梅→老周 2摊"]);
  expect(chips[3]?.rule).toBe("HZ-74");
});

test("where there is little room the last chip stands for the rest", () => {
  const chips = ["庄", "报听", "锁定", "洗澡"].map((text) => ({
    key: text,
    text,
    look: "" as const,
  }));
  expect(fewer(chips, 0)).toEqual(chips);
  expect(fewer(chips, 1).map((chip) => chip.text)).toEqual(["庄", "报听", "锁定", "+1"]);
  expect(fewer(chips, 2).map((chip) => chip.text)).toEqual(["庄", "报听", "+2"]);
  expect(fewer(chips, 2).at(-1)?.note).toBe("锁定、洗澡");
});
