import { expect, test } from "vitest";
import { DEFAULTS, readSettings } from "../../src/settings/settings.svelte.ts";

test("kept settings are read, anything wrong takes its default", () => {
  expect(readSettings('{"lang":"en","volume":"loud","unknown":1}')).toEqual({
    ...DEFAULTS,
    lang: "en",
  });
});

test("broken storage is as good as none", () => {
  for (const text of [null, "", "{", "null", "3"]) expect(readSettings(text)).toEqual(DEFAULTS);
});

test("a browser that speaks no Chinese opens in English, and what was chosen stays", () => {
  expect(readSettings(null, ["en-US", "en"]).lang).toBe("en");
  expect(readSettings(null, ["en-US", "zh-CN"]).lang).toBe("zh");
  expect(readSettings(null, ["de"]).lang).toBe("en");
  expect(readSettings('{"lang":"zh"}', ["en-US"]).lang).toBe("zh");
});
