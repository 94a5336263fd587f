import { expect, test } from "vitest";
import type { Option, Scenario } from "../../src/app/answers.ts";
import { played, readingsOf } from "../../src/rules/readings.ts";

const kept: Option = {
  key: "kept_fourth",
  zh: "碰时留的第四张",
  en: "The fourth tile kept",
  default: "allowed",
  values: ["allowed", "barred"],
  labels: [
    ["以后可补杠", "May be added later"],
    ["不能补杠", "Never added"],
  ],
  notes: [
    ["留的那张以后可以补杠", "the fourth may be added later"],
    ["碰了以后摸到的才能补杠", "only a tile drawn later"],
  ],
  rule: "ZZ-36",
};
const example = (title: string, text: string): Scenario => ({
  file: "x.yaml",
  number: 1,
  title,
  rules: ["ZZ-36"],
  text,
});
const usual = example("补杠", "title: 补杠\nplay: []\n");
const barred = example("不补", "title: 不补\noptions: {kept_fourth: barred}\n");

test("a rule shows its values side by side, each with its examples", () => {
  const [reading] = readingsOf("ZZ-36", [kept], [usual, barred], "zh");
  expect(reading?.values.map((one) => [one.label, one.usual, one.examples])).toEqual([
    ["以后可补杠", true, [usual]],
    ["不能补杠", false, [barred]],
  ]);
  expect(readingsOf("ZZ-37", [kept], [usual], "zh")).toEqual([]);
});

test("a scenario without the key plays the default", () => {
  expect(played("options:\n  kept_fourth: 'barred'\n", kept)).toBe("barred");
  expect(played("options: {rounds: 1}", kept)).toBe("allowed");
});
