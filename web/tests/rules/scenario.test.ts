import { expect, test } from "vitest";
import { fill } from "../../src/i18n/index.svelte.ts";
import { zh } from "../../src/i18n/zh.ts";
import { lineInWords, type Speaker } from "../../src/rules/scenario.ts";
import { tileName } from "../../src/ui/tiles.ts";

const speaker: Speaker = {
  t: (key, given) => fill(zh[key], given),
  name: (seat) => ({ A: "阿梅", B: "老周", C: "唐叔", D: "小北" })[seat],
  tile: (tile) => tileName(tile, "zh"),
  state: (key) => (key === "sealed" ? "封牌" : key),
  label: (choice) => choice.zh,
  asked: {
    A: [
      { index: 0, do: "stake", value: 1, zh: "押1分", en: "" },
      { index: 1, do: "stake", value: 2, zh: "押2分", en: "" },
      { index: 2, do: "swap", tiles: ["1m", "9m", "1z"], sizes: [3], zh: "换牌", en: "" },
      { index: 3, do: "discard", tile: "3s", declare: "ready", zh: "报听打三条", en: "" },
    ],
  },
};

test.each([
  ["A discard 3s", "阿梅 打 三条"],
  ["B chow 12m", "老周 吃 一万、二万"],
  ["B pong", "老周 碰"],
  ["C cannot win", "唐叔 不能胡"],
  ["A ready discard 3s", "阿梅 报听打三条"],
  ["A swap 1m9m1z", "阿梅 换牌 一万、九万、东"],
  ["A stake 2", "阿梅 押2分"],
  ["B waits 3m6m", "老周 听 三万、六万"],
  ["B waits nothing", "老周 听 什么也没有"],
  ["D is not sealed", "小北：没有封牌"],
  ["turn C", "轮到唐叔"],
  ["auto 3", "往后 3 家，摸什么打什么"],
  ["auto end", "一直摸打到底"],
  ["wild 2s", "当家的是 二条"],
  ["over", "这一局打完了"],
  ["A juggles 3s", "A juggles 3s"],
])("%s", (line, words) => {
  expect(lineInWords(line, speaker)).toBe(words);
});
