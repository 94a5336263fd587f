import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TABLES } from "../tests/table/recorded.ts";
import { openWorld, picture, visitor, type World } from "./harness.ts";
import { stage } from "./staged.ts";

const SIZES = [
  [360, 640],
  [375, 667],
  [390, 664],
  [390, 844],
  [667, 375],
  [740, 360],
  [844, 390],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
] as const;
const TOWNS = ["anhua", "anshun", "hangzhou", "lanzhou", "zhangzhou"];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** What a tap at the middle of a button or an own tile would not reach, or would hardly hit. */
const untouchable = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++)
      await new Promise((done) => requestAnimationFrame(done));
    const LEAST = 44;
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>(".desk :is(button, a)")) {
      const { left, top, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const name = `${one.className} ${one.textContent.trim().slice(0, 12)}`;
      if (!hit || !one.contains(hit)) found.push(`${name}: covered by ${hit?.className}`);
      const isLarge = one.matches(".act, .icon, .auto, .hints, .where");
      if (isLarge && Math.min(width, height) < LEAST) found.push(`${name}: ${width}×${height}`);
    }
    return found;
  });

/** Texts of buttons and marks that do not fit them. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".desk :is(.act, .mark)")]
      .filter(
        (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
      )
      .map(
        (one) =>
          `${one.textContent.trim()} ${one.scrollWidth}×${one.scrollHeight} in ${one.clientWidth}×${one.clientHeight}`,
      ),
  );

const LOOKS = [{}, { lang: "en" }, { size: "large" }];
const CASES = TOWNS.flatMap((town) => LOOKS.map((look) => [town, look] as const));
const FULLEST = ["melds", "buttons"];
/** All tables on all screens, with pictures to be looked at one by one. */
const SOAK = Boolean(process.env.QUEXIANG_SOAK);

test.each(CASES)("%s %j: every tap reaches its button or tile", async (town, look) => {
  const isUsual = !Object.keys(look).length;
  const tables = TABLES.filter(
    ({ view, fullest }) =>
      view.variant === town &&
      view.stage !== "over" &&
      ((isUsual && view.players === 4) || FULLEST.includes(fullest)),
  );
  const [first] = tables;
  if (!first) throw new Error(`nothing is recorded of ${town}`);
  const { page, troubles, context } = await visitor(world, "portrait", look);
  const { show } = await stage(page, first);
  const found: string[] = [];
  // Each table on every second screen, in other looks on every third; on all of them where there is time.
  const every = SOAK ? 1 : isUsual ? 2 : 3;
  for (const [at, [width, height]] of SIZES.entries()) {
    const shown = tables.filter((_, number) => (at + number) % every === 0);
    if (shown.length) await page.setViewportSize({ width, height });
    for (const table of shown) {
      await show(table);
      const wrong = [...(await untouchable(page)), ...(await cutOff(page))];
      found.push(...wrong.map((one) => `${table.fullest} ${width}×${height}: ${one}`));
      const name = ["taps", town, ...Object.values(look), table.fullest].join("-");
      if (SOAK && FULLEST.includes(table.fullest))
        await picture(page, `${name}-${width}x${height}`);
    }
  }
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});
