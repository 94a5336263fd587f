import type { GameEvent, TableView } from "$frames";
import { expect, test } from "vitest";
import { en } from "../../src/i18n/en.ts";
import { fill } from "../../src/i18n/index.svelte.ts";
import { zh } from "../../src/i18n/zh.ts";
import { narrate, opening, type Teller } from "../../src/table/narrate.ts";
import { sentence, seatedAt, ticks } from "../../src/study/steps.ts";
import { tileName } from "../../src/ui/tiles.ts";

const NAMES = { A: "阿梅", B: "老周", C: "唐叔", D: "小北" };
const teller = (lang: "zh" | "en" = "zh"): Teller => ({
  t: (key, given) => fill((lang === "zh" ? zh : en)[key], given),
  name: (seat) => (seat === "A" ? (lang === "zh" ? "你" : "you") : NAMES[seat]),
  tile: (tile) => tileName(tile, lang),
  mark: (key) => (key === "sealed" ? "封牌" : key === "ready" ? "报听" : ""),
  pattern: (pattern) => pattern,
  pile: (key) => (key === "flowers" ? "花" : key),
  me: "A",
});

const CASES: [GameEvent, string][] = [
  [{ event: "discarded", seat: "B", tile: "5s" }, "老周打五条"],
  [{ event: "discarded", seat: "B", tile: "5s", declared: "ready" }, "老周报听，打五条"],
  [{ event: "drawn", seat: "A", tile: "5s" }, "摸到五条"],
  [
    {
      event: "melded",
      seat: "C",
      meld: { kind: "pong", tiles: ["5s", "5s", "5s"], claimed: "5s", source: "B" },
    },
    "唐叔碰五条",
  ],
  [
    { event: "melded", seat: "C", meld: { kind: "concealed", tiles: [] }, hidden: true },
    "唐叔暗杠",
  ],
  [{ event: "turnedup", seat: "C", tiles: ["3s", "8p"], purpose: "kong" }, "翻出三条、八筒"],
  [{ event: "laid", seat: "D", tiles: ["1f"], pile: "flowers" }, "小北花：春"],
  [{ event: "marked", seat: "C", mark: "sealed", value: 1, public: true }, "唐叔：封牌"],
  [
    {
      event: "won",
      seat: "B",
      by: "self_draw",
      payer: null,
      tile: "8m",
      patterns: ["杠上开花"],
      value: 4,
    },
    "老周自摸八万，杠上开花",
  ],
  [
    {
      event: "won",
      seat: "B",
      by: "discard",
      payer: "A",
      tile: "8m",
      patterns: ["平胡"],
      value: 1,
    },
    "老周胡你打的八万，平胡",
  ],
  [{ event: "ended", how: "draw", next_dealer: "C", next_streak: 0 }, "荒庄，没人胡。下局唐叔坐庄"],
];

test.each(CASES)("%j", (event, text) => {
  expect(narrate(event, teller())?.text).toBe(text);
});

test("what others draw makes a noise and no words", () => {
  expect(narrate({ event: "drawn", seat: "B", tile: null }, teller())).toMatchObject({
    text: "",
    noise: "draw",
  });
});

test("private answers and payments are not told", () => {
  expect(narrate({ event: "revealed", seat: "B", tiles: [], melds: [] }, teller())).toBeNull();
  expect(
    narrate({ event: "marked", seat: "B", mark: "unknown", value: 1, public: true }, teller()),
  ).toBeNull();
});

test("claims are called, chows lie in order, English sentences begin with a capital", () => {
  const chow: GameEvent = {
    event: "melded",
    seat: "A",
    meld: { kind: "chow", tiles: ["5m", "4m", "6m"], claimed: "4m", source: "D" },
  };
  expect(narrate(chow, teller("en"))).toMatchObject({
    text: "You: chow 4 characters",
    call: "chow",
    tiles: ["4m", "5m", "6m"],
    word: "Chow",
  });
});

test("a round begins with everything that a listener needs", () => {
  const view = {
    round: 3,
    dealer: "B",
    wild: ["4p"],
    me: "A",
    seats: [{ seat: "A", tiles: ["2m", "3m"] }],
  } as unknown as TableView;
  expect(opening(view, teller())).toBe("第3局。 庄家老周。 四筒当家。 你的牌：二万、三万。");
});

test("steps of a replay have words and ticks, and a seat can be taken with closed hands", () => {
  const view = {
    stage: "play",
    seats: [
      { seat: "A", tiles: ["1m"] },
      { seat: "B", tiles: ["2m"], drawn: "2m" },
    ],
  } as unknown as TableView;
  const events: GameEvent[] = [
    { event: "discarded", seat: "B", tile: "5s" },
    {
      event: "melded",
      seat: "C",
      meld: { kind: "pong", tiles: ["5s", "5s", "5s"], claimed: "5s", source: "B" },
    },
  ];
  expect(sentence(events, teller())).toBe("老周打五条、唐叔碰五条");
  expect(
    ticks(
      [
        { events: [], view },
        { events, view },
      ],
      teller(),
    ),
  ).toEqual([{ at: 1, label: "碰" }]);
  const closed = seatedAt(view, "A", false);
  expect(closed.seats.map((seat) => seat.tiles)).toEqual([["1m"], undefined]);
  expect(seatedAt(view, "A", true).seats[1]?.tiles).toEqual(["2m"]);
  expect(seatedAt({ ...view, stage: "over" }, "A", false).seats[1]?.tiles).toEqual(["2m"]);
});
