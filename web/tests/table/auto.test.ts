import type { ActionChoice, OutgoingAsk } from "$frames";
import { expect, test } from "vitest";
import { autoAnswer, nextRound, OFF, stopsDraws } from "../../src/table/auto.ts";

const ask = (...choices: (Partial<ActionChoice> & { do: string })[]): OutgoingAsk => ({
  type: "ask",
  ask: 1,
  match: "m",
  stage: "",
  left_ms: 1,
  bank_ms: 1,
  choices: choices.map((one, index) => ({ index, zh: "", en: "", ...one })),
});
const turn = ask({ do: "discard", tile: "1m" }, { do: "discard", tile: "9s" });
const draws = { ...OFF, draws: true };

test("nothing runs by itself unless the player wants it", () => {
  expect(autoAnswer(OFF, ask({ do: "win" }, { do: "pass" }), null)).toBeNull();
  expect(autoAnswer(OFF, turn, "9s")).toBeNull();
});

test("自动胡 takes every win, before anything else", () => {
  const all = { win: true, claims: true, draws: true };
  const offered = ask({ do: "pong" }, { do: "win" }, { do: "pass" });

  expect(autoAnswer(all, offered, null)?.do).toBe("win");
});

test("不吃碰 passes chows and pongs, and leaves kongs and wins to the player", () => {
  const claims = { ...OFF, claims: true };

  expect(autoAnswer(claims, ask({ do: "chow" }, { do: "pass" }), null)?.do).toBe("pass");
  expect(autoAnswer(claims, ask({ do: "pong" }, { do: "kong" }, { do: "pass" }), null)).toBeNull();
  expect(autoAnswer(claims, ask({ do: "win" }, { do: "pass" }), null)).toBeNull();
});

test("摸切 discards what was drawn, without declaring", () => {
  const both = ask({ do: "discard", tile: "9s", declare: "ting" }, { do: "discard", tile: "9s" });

  expect(autoAnswer(draws, turn, "9s")?.tile).toBe("9s");
  expect(autoAnswer(draws, both, "9s")?.index).toBe(1);
  expect(autoAnswer(draws, turn, null)).toBeNull();
  expect(autoAnswer(draws, turn, "5p")).toBeNull();
});

test.each(["win", "kong"])("摸切 stops when a %s comes", (verb) => {
  const offered = ask({ do: verb }, { do: "discard", tile: "9s" });

  expect(stopsDraws(draws, offered)).toBe(true);
  expect(autoAnswer(draws, offered, "9s")).toBeNull();
  expect(stopsDraws(draws, turn)).toBe(false);
});

test("only 自动胡 holds for the next round", () => {
  expect(nextRound({ win: true, claims: true, draws: true })).toEqual({ ...OFF, win: true });
});
