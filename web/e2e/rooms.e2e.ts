import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRound } from "./drive.ts";
import { openWorld, picture, visitor, type Size, type Visitor, type World } from "./harness.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

async function openRoom(
  page: Page,
  town: string,
  change?: (page: Page) => Promise<void>,
): Promise<string> {
  await page.goto(`/new/${town}`);
  await page.locator(".sticky .btn.main").waitFor();
  await change?.(page);
  await page.locator(".sticky .btn.main").click();
  const digits = page.locator(".digits");
  await digits.waitFor();
  return ((await digits.textContent()) ?? "").replace(/\D/g, "");
}

const rounds = (n: number) => async (page: Page) => {
  await page.locator('[data-option="rounds"] input').fill(String(n));
  await page.locator('[data-option="rounds"] input').blur();
};

test("options that do not go together are refused in place, by the server's own words", async () => {
  const { page, troubles } = await visitor(world, "portrait");
  await page.goto("/new/anhua");
  const low = page.locator('[data-option="low_add"] [role="switch"]');
  await low.click();
  const alert = page.locator('.sticky [role="alert"]');
  await alert.waitFor();
  expect(await alert.textContent()).toContain("两人");
  expect(await page.locator(".sticky .btn.main").isDisabled()).toBe(true);
  await picture(page, "create-conflict-portrait");
  await page
    .locator(".seg label", { hasText: /^\s*2\s*$/ })
    .first()
    .click();
  await alert.waitFor({ state: "detached" });
  await page.locator(".sticky .btn.main").click();
  await page.locator(".digits").waitFor();
  expect(await page.locator(".place").count()).toBe(2);
  expect(await page.locator(".sum .chip.gold").count()).toBeGreaterThan(0);
  await picture(page, "waiting-portrait");
  expect(troubles).toEqual([]);
});

test("four browsers play a match in one room while one of them loses its line", async () => {
  const sizes: Size[] = ["landscape", "portrait", "desktop", "landscape"];
  const people: Visitor[] = [];
  for (const size of sizes) people.push(await visitor(world, size));
  const [owner, ...guests] = people as [Visitor, ...Visitor[]];
  const code = await openRoom(owner.page, "hangzhou", rounds(1));
  for (const { page } of guests) {
    await page.goto(`/r/${code}`);
    await page.locator(".go .btn.main").click();
    await page.locator(".go .btn.main", { hasText: "准备好了" }).click();
  }
  await owner.page.locator(".go .btn.main:enabled").click();
  for (const { page } of people) await page.locator("main.table").waitFor();
  const dropped = guests[0] as Visitor;
  let dropsAt = 6;
  const games = people.map(({ page }) =>
    playRound(page, {
      most: 140_000,
      after: async () => {
        if (page !== dropped.page || --dropsAt !== 0) return;
        await dropped.context.setOffline(true);
        await page.evaluate(() => dispatchEvent(new Event("offline")));
        await picture(owner.page, "room-landscape");
        await page.waitForTimeout(1500);
        await dropped.context.setOffline(false);
        await page.reload();
        await page.locator("main.table, .podium, .over").first().waitFor();
      },
    }),
  );
  await Promise.all(games);
  for (const { page } of people) {
    const next = page.locator(".over .sticky .btn.main");
    if (await next.count()) await next.click();
    await page.locator(".podium .rank").first().waitFor();
  }
  const totals = await Promise.all(
    people.map(({ page }) => page.locator(".podium .rank .num").allTextContents()),
  );
  for (const one of totals) expect(one).toEqual(totals[0]);
  await picture(owner.page, "match-landscape");
  await picture(dropped.page, "match-portrait", true);
  for (const { troubles } of people)
    expect(troubles.filter((one) => !/WebSocket/.test(one))).toEqual([]);
});

test("a line that drops and delays loses no word", async () => {
  const { page, troubles, context } = await visitor(world, "landscape");
  const proxied = await badLine(page);
  await page.goto("/");
  await page.locator('.town[data-town="anshun"]').click();
  await page.locator(".start .btn.main").click();
  await page.locator("main.table").waitFor();
  await playRound(page, { most: 140_000 });
  expect(proxied.drops()).toBeGreaterThan(2);
  expect(await page.locator(".totals .num").count()).toBeGreaterThan(0);
  expect(troubles.filter((one) => !/WebSocket/.test(one))).toEqual([]);
  await context.close();
});

/** Between page and server: every frame comes late, and every now and then the socket breaks. */
async function badLine(page: Page): Promise<{ drops: () => number }> {
  let drops = 0;
  let frames = 0;
  await page.routeWebSocket(/\/socket$/, (ours) => {
    const theirs = ours.connectToServer();
    let gone = false;
    const later = (act: () => void) => setTimeout(() => !gone && act(), 20 + Math.random() * 60);
    const pass = (act: () => void) => {
      if (++frames % 17 === 0) {
        drops++;
        gone = true;
        void ours.close({ code: 1011 });
        void theirs.close();
      } else later(act);
    };
    ours.onMessage((message) => pass(() => theirs.send(message)));
    theirs.onMessage((message) => pass(() => ours.send(message)));
  });
  return { drops: () => drops };
}
