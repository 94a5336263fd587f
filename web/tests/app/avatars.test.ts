import { expect, test } from "vitest";
import { distinctSigns, plainSign } from "../../src/app/avatars.svelte.ts";

test("a Chinese name goes by its last sign, another by its first letter", () => {
  expect([plainSign("老周"), plainSign("bob"), plainSign("下家"), plainSign("")]).toEqual([
    "周",
    "B",
    "下",
    "",
  ]);
});

test("no two at a table have the same sign", () => {
  const names = ["小周", "老周", "大周", "周", "Bob", "Bill", "B"];
  const signs = Object.values(distinctSigns(names));
  expect(new Set(signs).size).toBe(names.length);
  expect(signs.slice(0, 2)).toEqual(["周", "老"]);
});
