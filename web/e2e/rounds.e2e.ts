import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRound, quickPlay } from "./drive.ts";
import { openWorld, picture, visitor, type Size, type World } from "./harness.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const TABLES: [town: string, size: Size][] = [
  ["hangzhou", "landscape"],
  ["anhua", "portrait"],
  ["lanzhou", "desktop"],
  ["zhangzhou", "landscape"],
  ["anshun", "portrait"],
];

describe("a whole round against bots", () => {
  test.each(TABLES)("of %s at %s", async (town, size) => {
    const { page, troubles, context } = await visitor(world, size);
    await quickPlay(page, town);
    let pictures = 0;
    const played = await playRound(page, {
      after: async (_, step) => {
        if (step % 25 === 12 && pictures < 4)
          await picture(page, `round-${town}-${size}-${pictures++}`);
      },
    });
    await picture(page, `result-${town}-${size}`, true);
    expect(await page.locator(".totals .num").count()).toBeGreaterThan(0);
    expect(played.done.size).toBeGreaterThan(0);
    await page.locator(".over .sticky .btn.main").click();
    await page.locator(".over").waitFor({ state: "detached" });
    expect(troubles).toEqual([]);
    await context.close();
  });
});
