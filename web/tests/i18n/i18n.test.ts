import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { en } from "../../src/i18n/en.ts";
import { fill, plain, signed } from "../../src/i18n/index.svelte.ts";
import { zh } from "../../src/i18n/zh.ts";

const holes = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !path.includes("i18n")
      ? [readFileSync(path, "utf8")]
      : [];
  });
}

describe("the two languages", () => {
  test("have the same keys and nothing empty", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort());
    for (const words of [zh, en])
      for (const text of Object.values(words)) expect(text).not.toBe("");
  });

  test("have the same holes in each sentence", () => {
    for (const key of Object.keys(zh) as (keyof typeof zh)[]) {
      expect(holes(en[key]), key).toEqual(holes(zh[key]));
    }
  });

  test("English has no Chinese sentence left", () => {
    const names = /中 \/ EN/;
    for (const [key, text] of Object.entries(en)) {
      if (!names.test(text)) expect(text.replace(/\([^)]*\)/g, ""), key).not.toMatch(/[一-鿿]{3,}/);
    }
  });

  test("every key that the client uses exists, and no text stands in a component", () => {
    for (const source of sources(new URL("../../src", import.meta.url).pathname)) {
      for (const [, key] of source.matchAll(/\bt\("(\w+)"/g))
        expect(Object.keys(zh)).toContain(key);
      const markup = source.includes("</script>") ? (source.split("</script>").pop() ?? "") : "";
      expect(markup.split("<style>")[0]).not.toMatch(/[一-鿿]/);
    }
  });

  test("no text is left that nobody uses", () => {
    const client = sources(new URL("../../src", import.meta.url).pathname).join("\n");
    const stems = [...client.matchAll(/`(\w+_)\$\{/g)].map(([, stem]) => stem ?? "");
    const isUsed = (key: string) =>
      client.includes(`"${key}"`) || stems.some((stem) => key.startsWith(stem));
    expect(Object.keys(zh).filter((key) => !isUsed(key))).toEqual([]);
  });
});

test("sentences are filled by name", () => {
  expect(fill("{who}打{tile}", { who: "老周", tile: "五条" })).toBe("老周打五条");
  expect(fill("{who}", {})).toBe("{who}");
});

test("numbers have a true minus", () => {
  expect([signed(3), signed(0), signed(-3), plain(-2), plain(2)]).toEqual([
    "+3",
    "0",
    "−3",
    "−2",
    "2",
  ]);
});
