import type { ActionChoice, OutgoingAsk } from "$frames";
import { expect, test } from "vitest";
import { canPick, isWhole, offered, passOfClaims } from "../../src/table/choices.ts";

const choice = (
  index: number,
  more: Partial<ActionChoice> & Pick<ActionChoice, "do">,
): ActionChoice => ({
  index,
  zh: "",
  en: "",
  ...more,
});
const ask = (...choices: ActionChoice[]): OutgoingAsk => ({
  type: "ask",
  ask: 1,
  match: "m",
  stage: "turn",
  choices,
  left_ms: 1,
  bank_ms: 1,
});

test("discards lie on the tiles, declaring ones apart, the rest are buttons with pass at the end", () => {
  const found = offered(
    ask(
      choice(0, { do: "pass" }),
      choice(1, { do: "discard", tile: "1m" }),
      choice(2, { do: "discard", tile: "1m", declare: "ready" }),
      choice(3, { do: "win" }),
      choice(4, { do: "chow", tiles: ["1m", "2m", "3m"] }),
      choice(5, { do: "leave" }),
    ),
  );
  expect(found.discards.get("1m")?.index).toBe(1);
  expect(found.declares.map((one) => one.index)).toEqual([2]);
  expect(found.buttons.map((one) => one.do)).toEqual(["win", "chow", "pass"]);
});

test("nothing is offered without an ask", () => {
  expect(offered(null).buttons).toEqual([]);
});

test("a declaration that the client does not know is a button after the win, before the pass", () => {
  const found = offered(
    ask(
      choice(0, { do: "pass" }),
      choice(1, { do: "stake", value: 2 }),
      choice(2, { do: "win" }),
      choice(3, { do: "kong" }),
      choice(4, { do: "pong" }),
    ),
  );
  expect(found.buttons.map((one) => one.do)).toEqual(["win", "kong", "pong", "stake", "pass"]);
});

test("an open choice takes the tiles it names, in the numbers it names", () => {
  const open = choice(0, { do: "swap", tiles: ["1m", "9m", "1z", "1z"], sizes: [0, 3] });
  expect(offered(ask(open)).open).toBe(open);
  expect(isWhole(open, ["1m", "9m"])).toBe(false);
  expect(isWhole(open, ["1m", "9m", "1z"])).toBe(true);
  expect([
    canPick(open, ["1m"], "1m"),
    canPick(open, ["1z"], "1z"),
    canPick(open, [], "5m"),
    canPick(open, ["1m", "1z", "1z"], "9m"),
  ]).toEqual([false, true, false, false]);
});

test("where an open choice asks for one suit, the first tile decides, and there must be enough", () => {
  const open = choice(0, {
    do: "swap",
    tiles: ["1m", "5m", "9m", "1p"],
    sizes: [3],
    one_suit: true,
  });
  expect([canPick(open, ["1m"], "9m"), canPick(open, ["1m"], "1p")]).toEqual([true, false]);
  expect([canPick(open, [], "5m"), canPick(open, [], "1p")]).toEqual([true, false]);
});

test.each<[string, ActionChoice[], number | null]>([
  ["chow and pong", [choice(0, { do: "chow" }), choice(1, { do: "pong" })], 9],
  ["a kong of a discard", [choice(0, { do: "kong", kind: "exposed" })], null],
  ["a pong or a kong", [choice(0, { do: "pong" }), choice(1, { do: "kong" })], null],
  ["a claim, or to leave", [choice(0, { do: "pong" }), choice(1, { do: "leave" })], 9],
  ["a win as well", [choice(0, { do: "pong" }), choice(1, { do: "win" })], null],
  ["a win alone", [choice(0, { do: "win" })], null],
  ["a kong of one's own", [choice(0, { do: "kong", kind: "concealed" })], null],
  ["a word of the town", [choice(0, { do: "pong" }), choice(1, { do: "qiangjin" })], null],
  ["nothing", [], null],
])("who wants no claims is offered %s", (_, choices, passed) => {
  const found = passOfClaims(ask(...choices, choice(9, { do: "pass" })));

  expect(found?.index ?? null).toBe(passed);
});

test("an own turn, which has no pass, is never passed", () => {
  expect(passOfClaims(ask(choice(0, { do: "pong" })))).toBeNull();
  expect(passOfClaims(null)).toBeNull();
});
