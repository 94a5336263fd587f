import { expect, test } from "vitest";
import { match } from "../../src/app/router.svelte.ts";

test("paths find their pages", () => {
  expect(match("/")).toEqual({ page: "lobby", params: {} });
  expect(match("/r/402917")).toEqual({ page: "join", params: { code: "402917" } });
  expect(match("/replay/m7/3")).toEqual({ page: "replay", params: { match: "m7", round: "3" } });
});

test("an unknown or broken path is lost, not an error", () => {
  expect(match("/nowhere/at/all").page).toBe("lost");
  expect(match("/r/%E0%A4%A").params.code).toBe("%E0%A4%A");
});
