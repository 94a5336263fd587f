import { expect, test } from "vitest";
import { tempoWords, USUAL, usualTempo, wishOf } from "../../src/room/tempo.ts";

test("friends play naturally, strangers evenly", () => {
  expect([usualTempo(false), usualTempo(true)]).toEqual(["natural", "even"]);
});

test("a room is asked for with its pace, and with the tempo that suits who may come", () => {
  const slow = { ...USUAL, pace: "slow" } as const;

  expect(wishOf(slow, true)).toMatchObject({ pace: "slow", clock: { tempo: "even", bank: 60 } });
  expect(wishOf({ ...slow, tempo: "natural" }, true).clock.tempo).toBe("natural");
});

test("a tempo is told with the time that a discard rests; without a word it is natural", () => {
  expect(tempoWords({})).toBe("自然节奏");
  expect(tempoWords({ tempo: "even", window: 6 })).toBe("匀速，每张停 6 秒");
  expect(tempoWords({ tempo: "even" })).toBe("匀速，每张停 4 秒");
});
