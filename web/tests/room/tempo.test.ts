import { expect, test } from "vitest";
import { tempoWords, usualTempo } from "../../src/room/tempo.ts";

test("friends play naturally, strangers evenly", () => {
  expect([usualTempo(false), usualTempo(true)]).toEqual(["natural", "even"]);
});

test("a tempo is told with the time that a discard rests; without a word it is natural", () => {
  expect(tempoWords({})).toBe("自然节奏");
  expect(tempoWords({ tempo: "even", window: 6 })).toBe("匀速，每张停 6 秒");
  expect(tempoWords({ tempo: "even" })).toBe("匀速，每张停 4 秒");
});
