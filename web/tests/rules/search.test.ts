import { expect, test } from "vitest";
import { searched } from "../../src/rules/search.ts";

const RULES = [
  { id: "HZ-7", title: "财神", text: "白板是财神。爆头见 HZ-44。" },
  { id: "HZ-44", title: "爆头", text: "一张财神放一边，别的成副。" },
  { id: "HZ-59", title: "爆头加倍", text: "爆头乘二。" },
  { id: "HZ-80", title: "荒庄", text: "没人胡。" },
];

test("what is called by the word comes before what only mentions it", () => {
  expect(searched(RULES, "爆头").map((rule) => rule.id)).toEqual(["HZ-44", "HZ-59", "HZ-7"]);
});

test("an id finds its rule, nothing finds all in their order", () => {
  expect(searched(RULES, "hz-7")[0]?.id).toBe("HZ-7");
  expect(searched(RULES, " ")).toEqual(RULES);
  expect(searched(RULES, "飞机")).toEqual([]);
});
