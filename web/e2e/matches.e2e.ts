import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crowded } from "./checks.ts";
import { quickPlay } from "./drive.ts";
import { openWorld, picture, visitor, type World } from "./harness.ts";

/** Whole matches in every town; otherwise one hand in the town with most to declare. */
const SOAK = Boolean(process.env.QUEXIANG_SOAK);
const TOWNS = ["anhua", "anshun", "hangzhou", "lanzhou", "zhangzhou"];
const SCREENS = [
  [390, 664],
  [820, 1180],
] as const;
const MATCHES = SOAK
  ? TOWNS.flatMap((town) => SCREENS.map(([width, height]) => [town, width, height] as const))
  : [["lanzhou", 390, 664] as const];
/** What a player takes of the buttons, the first that is there. */
const WANTED = ["win", "kong", "confirm", "declare", "pong", "chow"];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

type Moment = "ask" | "podium" | "result";

/** Wait until the player has something to do. */
async function moment(page: Page): Promise<Moment> {
  const found = await page.waitForFunction(() => {
    if (document.querySelector(".podium")) return "podium";
    if (document.querySelector(".over .foot .btn.main")) return "result";
    return document.querySelector<HTMLElement>(".prompt")?.dataset.ask ? "ask" : null;
  });
  return (await found.jsonValue()) as Moment;
}

const act = (page: Page, verb: string) =>
  page.locator(`.prompt .act[data-do="${verb}"]:enabled`).first();

/** What to tap now: a button, a tile to lift, or the tile that is lifted. */
async function target(page: Page) {
  const verbs = await page
    .locator(".prompt .act:enabled")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.do ?? ""));
  const open = await page.locator(".prompt").getAttribute("data-open");
  const wanted = WANTED.find((verb) => verbs.includes(verb));
  if (wanted) return act(page, wanted);
  if (verbs.includes("none")) return act(page, "none");
  const own = verbs.find((verb) => !["pass", "fold", "unfold", open].includes(verb));
  if (own) return act(page, own);
  if (verbs.includes("pass")) return act(page, "pass");
  const lifted = page.locator(".hand button.own.up");
  return (await lifted.count())
    ? lifted.last()
    : page.locator(".hand button.own:not(.barred)").last();
}

/** Tap as a finger does: what is covered cannot be tapped. An ask may be over before the finger comes down. */
async function tap(page: Page): Promise<void> {
  const before = await page.locator(".prompt").getAttribute("data-ask");
  const one = await target(page);
  await one.click({ timeout: 60_000 }).catch(async (error: unknown) => {
    const now = await page.locator(".prompt").getAttribute("data-ask");
    if (now === before) throw error;
  });
}

test.each(MATCHES)(
  "a match of %s by taps at %d×%d, nothing on anything else",
  async (town, w, h) => {
    const { page, troubles, context } = await visitor(world, "portrait");
    await page.setViewportSize({ width: w, height: h });
    await quickPlay(page, town);
    for (let step = 0; ; step++) {
      const now = await moment(page);
      if (now === "podium") break;
      if (now === "result") {
        await picture(page, `match-${town}-${w}x${h}-result`);
        if (!SOAK) break;
        await page.locator(".over .foot .btn.main").click();
        await page.locator(".over").waitFor({ state: "detached" });
        continue;
      }
      expect(await crowded(page)).toEqual([]);
      if (step % 40 === 10) await picture(page, `match-${town}-${w}x${h}-${step}`);
      await tap(page);
    }
    expect(troubles).toEqual([]);
    await context.close();
  },
);
