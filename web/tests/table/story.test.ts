import type { Sentence, TableView } from "$frames";
import { afterEach, expect, test } from "vitest";
import { settings } from "../../src/settings/settings.svelte.ts";
import { noiseOf, opening, told, toldAll } from "../../src/table/story.ts";

const NAMES = { A: "你", B: "老周", C: "唐叔", D: "小北" };
const name = (seat: keyof typeof NAMES) => NAMES[seat];
const PONG: Sentence = {
  seat: "C",
  zh: "{C}碰{A}的五条",
  en: "{C}: pong 5 bamboo from {A}",
  tiles: ["5s", "5s", "5s"],
  call: "pong",
  word: { zh: "碰", en: "Pong" },
};
const DISCARD: Sentence = { seat: "B", zh: "{B}打五条", en: "{B}: discard 5 bamboo" };

afterEach(() => {
  settings.lang = "zh";
});

test("names stand in the places of seats", () => {
  expect(told(PONG, name)).toBe("唐叔碰你的五条");
  expect(told(null, name)).toBe("");
});

test("an English sentence begins with a capital, whoever it is", () => {
  settings.lang = "en";
  expect(told({ seat: "A", zh: "", en: "{A}: chow" }, () => "you")).toBe("You: chow");
});

test("a step is one sentence; what is not told is left out", () => {
  expect(toldAll([DISCARD, null, PONG], name)).toBe("老周打五条、唐叔碰你的五条");
});

test("what is called sounds like a claim, a win like a win, the rest by its event", () => {
  const discarded = { event: "discarded", seat: "B", tile: "5s" } as const;
  expect(noiseOf(discarded, DISCARD)).toBe("discard");
  expect(noiseOf(discarded, { ...DISCARD, call: "declare" })).toBe("claim");
  expect(noiseOf({ event: "drawn", seat: "B", tile: null }, null)).toBe("draw");
  expect(noiseOf(discarded, { ...DISCARD, call: "win" })).toBe("win");
  expect(
    noiseOf({ event: "marked", seat: "B", mark: "sealed", value: 1, public: true }, DISCARD),
  ).toBeUndefined();
});

test("a round begins with everything that a listener needs", () => {
  const view = {
    round: 3,
    dealer: "B",
    wild: ["4p"],
    me: "A",
    seats: [{ seat: "A", tiles: ["2m", "3m"] }],
  } as unknown as TableView;
  expect(opening(view, name)).toBe("第3局。 庄家老周。 四筒当家。 你的牌：二万、三万。");
});
