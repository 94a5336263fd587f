import { expect, test } from "vitest";
import type { Option } from "../../src/app/answers.ts";
import { groups, inForce, noteOf } from "../../src/room/options.ts";

const rounds: Option = { key: "rounds", zh: "局数", en: "Rounds", default: 8, note_zh: "荒庄也算" };
const lock: Option = {
  key: "you_lock",
  zh: "双游三游锁谁",
  en: "Whom it binds",
  default: "all",
  values: ["all", "owner"],
  labels: [
    ["全桌", "Everybody"],
    ["只锁本人", "Their player alone"],
  ],
  notes: [
    ["全桌不能吃碰", "nobody chows"],
    ["只有自己不能吃碰", "only the player"],
  ],
};

test("readings stand in a group of their own, behind the others", () => {
  expect(groups([rounds, lock]).map((group) => [group.key, group.options.length])).toEqual([
    ["match", 1],
    ["readings", 1],
  ]);
});

test("a reading is told of only where it is not the default", () => {
  expect(inForce([rounds, lock], {}, "zh").map((one) => one.key)).toEqual(["rounds"]);
  expect(inForce([rounds, lock], { you_lock: "owner" }, "zh").map((one) => one.text)).toEqual([
    "局数 8",
    "双游三游锁谁 只锁本人",
  ]);
});

test("a reading's note is that of the value chosen", () => {
  expect(noteOf(lock, "owner", "zh")).toBe("只有自己不能吃碰");
  expect(noteOf(lock, "all", "en")).toBe("nobody chows");
  expect(noteOf(rounds, 8, "zh")).toBe("荒庄也算");
  expect(noteOf(rounds, 8, "en")).toBe("");
});
