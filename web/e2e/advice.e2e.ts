import { afterAll, beforeAll, expect, test } from "vitest";
import { crowded, violations } from "./checks.ts";
import { playRound, quickPlay } from "./drive.ts";
import { openWorld, picture, SIZES, visitor, type World } from "./harness.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test("advice names a choice with its reason, on every screen", async () => {
  const { page, troubles, context } = await visitor(world, "landscape");
  await page.goto("/");
  await page.locator(".level label", { hasText: "高手" }).click();
  await picture(page, "levels-landscape", true);
  await quickPlay(page, "hangzhou");
  await page.locator(".hand button.own:not(.barred)").first().waitFor();
  await page.getByRole("button", { name: "问问电脑" }).click();
  const advice = page.locator(".advice");
  await advice.waitFor();
  expect(await advice.textContent()).toMatch(/高手会/);
  for (const [size, screen] of Object.entries(SIZES)) {
    await page.setViewportSize(screen);
    expect(await crowded(page), size).toEqual([]);
    expect(await violations(page), size).toEqual([]);
    await picture(page, `advice-${size}`);
    const box = await advice.boundingBox();
    expect(box && box.x >= 0 && box.y >= 0, size).toBe(true);
  }
  await advice.getByText("请宗师再想想").click();
  await page.locator(".advice", { hasText: "宗师会" }).waitFor();
  await advice.getByRole("button", { name: "关上" }).click();
  expect(await advice.count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test("a finished match is reviewed, and a lesson leads to its step", async () => {
  const { page, troubles } = await visitor(world, "desktop");
  await page.goto("/new/hangzhou");
  await page.locator('[data-option="rounds"] input').fill("1");
  await page.locator('[data-option="rounds"] input').blur();
  await page.locator(".sticky .btn.main").click();
  await page.locator(".card.place.empty").first().click();
  await page.locator('[data-level="novice"]').click();
  await page.locator(".go .btn", { hasText: "空位都换成电脑" }).click();
  await page.locator(".go .btn.main:enabled").click();
  await page.locator("main.table").waitFor();
  await playRound(page, { refused: ["win"] });
  await page.locator(".over .foot .btn.main").click();
  await page.getByText("看牌谱").click();
  await page.locator('[data-do="review"]').first().click();
  const lesson = page.locator("[data-lesson]").first();
  await lesson.waitFor();
  await picture(page, "review-desktop");
  const step = Number(await lesson.getAttribute("data-lesson"));
  await lesson.click();
  await page.waitForURL(new RegExp(`step=${step + 1}&`));
  expect(troubles).toEqual([]);
});
