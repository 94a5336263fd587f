import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crowded, violations } from "./checks.ts";
import { playRound, quickPlay } from "./drive.ts";
import { openWorld, picture, SIZES, visitor, type Size, type World } from "./harness.ts";
import { TOWNS } from "./towns.ts";

/** Every town on every screen, each moment measured; otherwise each town on one, `special` has the fixed moments. */
const SOAK = Boolean(process.env.QUEXIANG_SOAK);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const SCREENS = Object.keys(SIZES) as Size[];
const TABLES = TOWNS.flatMap(({ key }, at) =>
  SCREENS.filter((_, screen) => SOAK || screen === at % SCREENS.length).map(
    (size) => [key, size] as const,
  ),
);

describe("a whole round against bots, two taps from the lobby", () => {
  test.each(TABLES)("of %s at %s", async (town, size) => {
    const { page, troubles, context } = await visitor(world, size);
    await quickPlay(page, town);
    for (let n = 0; !(await playRound(page, { answers: 6 })).over; n++) {
      if (SOAK) expect(await crowded(page)).toEqual([]);
      if (n < 2) await picture(page, `round-${town}-${size}-${n}`);
    }
    const changes = await page.locator(".totals .num:not(small)").allTextContents();
    const sum = changes.map((one) => Number(one.replace("−", "-"))).reduce((a, b) => a + b, 0);
    expect(changes.length).toBe(4);
    expect(sum).toBe(0);
    for (const rule of await page.locator(".pay .rule").all())
      expect(await rule.getAttribute("href")).toMatch(`/rules/${town}#`);
    expect(await violations(page)).toEqual([]);
    await picture(page, `result-${town}-${size}`);
    await page.locator(".over .foot .btn.main").click();
    await page.locator(".over").waitFor({ state: "detached" });
    expect(troubles).toEqual([]);
    await context.close();
  });
});
