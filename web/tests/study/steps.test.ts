import type { GameEvent, Sentence, TableView } from "$frames";
import { expect, test } from "vitest";
import { apart, seatedAt, ticks, withWords } from "../../src/study/steps.ts";

const view = {
  stage: "play",
  seats: [
    { seat: "A", tiles: ["1m"] },
    { seat: "B", tiles: ["2m"], drawn: "2m" },
  ],
} as unknown as TableView;

test("steps of a replay have words, and ticks where something is called", () => {
  const events: GameEvent[] = [{ event: "discarded", seat: "B", tile: "5s" }];
  const called: Sentence = { seat: "C", zh: "{C}碰", en: "", word: { zh: "碰", en: "Pong" } };
  const steps = [
    { events: [], story: [], view },
    { events, story: [{ seat: "B", zh: "{B}打五条", en: "" } as const, called], view },
  ];
  expect(withWords(steps, (seat) => seat).map((step) => step.text)).toEqual(["", "B打五条、C碰"]);
  expect(ticks(steps)).toEqual([{ at: 1, label: "碰" }]);
});

test("a seat can be taken with closed hands", () => {
  const closed = seatedAt(view, "A", false);
  expect(closed.seats.map((seat) => seat.tiles)).toEqual([["1m"], undefined]);
  expect(seatedAt(view, "A", true).seats[1]?.tiles).toEqual(["2m"]);
  expect(seatedAt({ ...view, stage: "over" }, "A", false).seats[1]?.tiles).toEqual(["2m"]);
});

test("labels of a scrubber that would lie on one another are left out", () => {
  const ticks = [0, 1, 2, 50, 100].map((at) => ({ at, label: "碰" }));

  expect(apart(ticks, 100).map((one) => one.at)).toEqual([0, 50, 100]);
});
