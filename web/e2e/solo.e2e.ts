import type { Page } from "playwright-core";
import type { RoomView } from "$frames";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./checks.ts";
import { playRound, quickPlay } from "./drive.ts";
import { openWorld, picture, visitor, type World } from "./harness.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** The tab goes into the background. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

/** What the room says of itself, as it comes. */
function rooms(page: Page): RoomView[] {
  const heard: RoomView[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const frame = JSON.parse(String(payload)) as { type: string; room?: RoomView };
      if (frame.room) heard.push(frame.room);
    }),
  );
  return heard;
}

/** Marks the page as soon as something is in it, though it may be gone when somebody looks. */
const note = (page: Page, what: string) =>
  page.evaluate((what) => {
    const look = () => {
      if (document.querySelector(what)) document.documentElement.dataset.seen = what;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, attributes: true });
  }, what);

test("against computers alone no clock runs, and the table waits for its player", async () => {
  const { page, troubles, context } = await visitor(world, "portrait");
  await quickPlay(page, "hangzhou");
  await page.locator(".prompt[data-ask]").waitFor();
  expect(await page.locator(".turn [role=timer]").count()).toBe(0);

  await hide(page);
  const paused = page.locator(".paused");
  await paused.waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "paused-portrait");
  await paused.locator(".btn").click();
  await paused.waitFor({ state: "detached" });

  await page.locator(".bar .icon").click();
  await page.locator("dialog[open]").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await paused.waitFor({ state: "detached" });

  await page.locator(".tools .advise:enabled").waitFor();
  const off = ".tools .advise:disabled";
  await note(page, off);
  const { done } = await playRound(page, { answers: 2 });
  expect(Object.keys(done)).not.toEqual([]);
  await page.locator(`[data-seen="${off}"]`).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test("against computers alone one reads the result as long as one likes, and then plays on", async () => {
  const { page, troubles, context } = await visitor(world, "portrait");
  const heard = rooms(page);
  await quickPlay(page, "hangzhou");
  expect((await playRound(page)).over).toBe(true);
  const next = page.locator(".over .foot .btn.main");
  await next.waitFor();
  await expect.poll(() => heard.at(-1)?.paused, { timeout: 60_000 }).toBe(true);
  expect(heard.at(-1)?.starts_ms ?? null).toBeNull();
  expect(await next.textContent()).not.toMatch(/\d/);
  expect(await violations(page)).toEqual([]);

  await next.click();
  await page.locator(".over").waitFor({ state: "detached" });
  await page.locator(".prompt[data-ask]").waitFor();
  expect(await page.locator(".paused").count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test.each([{ theme: "light" }, { theme: "dark", lang: "en", size: "large" }])(
  "every sheet of the table is free of faults, %j",
  async (look) => {
    const { page, troubles, context } = await visitor(world, "portrait", look);
    await quickPlay(page, "zhangzhou");
    await page.locator(".prompt[data-ask]").waitFor();
    const ways: [name: string, open: () => Promise<void>][] = [
      ["facts", () => page.locator(".bar .where").click()],
      ["talk", () => page.locator(".tools .talk").click()],
      ["sound", () => page.locator(".tools .sound").dispatchEvent("pointerdown")],
      ["menu", () => page.locator(".bar .icon").click()],
    ];
    for (const [name, open] of ways) {
      await open();
      await page.locator("dialog[open]").waitFor();
      expect(await violations(page), name).toEqual([]);
      await picture(page, `sheet-${name}-${look.theme}`);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    expect(troubles).toEqual([]);
    await context.close();
  },
);
