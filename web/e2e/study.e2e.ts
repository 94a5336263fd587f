import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crowded, violations } from "./checks.ts";
import { playRound, quickPlay } from "./drive.ts";
import {
  explained,
  newcomer,
  openWorld,
  picture,
  visitor,
  type Size,
  type Visitor,
  type World,
} from "./harness.ts";
import { tap } from "./scenario.ts";
import { TOWNS } from "./towns.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const SIZES: Size[] = ["landscape", "portrait", "desktop"];
const ALL = TOWNS.flatMap(({ key, lessons }) =>
  lessons.map((lesson, at) => [key, at + 1, lesson, SIZES[at % SIZES.length] as Size] as const),
);

describe("special actions, met on practice tables", () => {
  const people = new Map<Size, Visitor>();

  test.each(ALL)("%s, lesson %i", async (town, number, lesson, size) => {
    const person = people.get(size) ?? (await newcomer(world, size));
    people.set(size, person);
    explained(world, person);
    const { page, troubles } = person;
    await page.goto(`/learn/${town}?lesson=${number}`);
    for (const [at, hint] of lesson.hints.entries()) {
      await page.locator(".lesson", { hasText: hint.zh.slice(0, 12) }).waitFor();
      if (!at) await picture(page, `lesson-${town}-${number}-${size}`);
      await tap(page, [hint.do, ...hint.tiles].join(" "));
    }
    if (lesson.hints.at(-1)?.do === "win") {
      await page.locator(".over .totals").waitFor();
      await picture(page, `lesson-${town}-${number}-won-${size}`);
    }
    expect(troubles.splice(0)).toEqual([]);
  });
});

test("the rulebook steps through an example beside its rule and opens it on the table", async () => {
  const { page, troubles } = await visitor(world, "desktop");
  await page.goto("/rules/anhua#AH-28");
  await page.locator(".law.here").waitFor();
  const example = page.locator(".example");
  await example.locator("li.now").waitFor();
  const step = example.locator(".btn.main");
  for (let n = 0; n < 20 && (await step.isEnabled()); n++) await step.click();
  expect(await example.locator(".ok").allTextContents()).not.toContain("✗");
  await picture(page, "rulebook-desktop");
  await example.getByText("在牌桌上看").click();
  await page.locator("main.table .hand .own").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await picture(page, "example-desktop");
  expect(await page.locator(".said").textContent()).toContain("2/");
  await page.goto("/rules/hangzhou");
  await page.locator('input[type="search"]').fill("财神在外");
  await page.locator("#HZ-39").waitFor();
  expect(await page.locator(".law").count()).toBeLessThan(30);
  expect(troubles).toEqual([]);
});

test("a mark tells its meaning when it is tapped, and a tile that may not go says why", async () => {
  const { page, troubles } = await visitor(world, "landscape");
  const found = (await (await fetch(`${world.url}/api/variants/anhua/scenarios`)).json()) as {
    file: string;
    number: number;
    text: string;
  }[];
  const sealed = found.find(
    (one) => / is sealed/.test(one.text) && !/is not sealed/.test(one.text),
  );
  await page.goto(`/practice/anhua?file=${sealed?.file}&n=${sealed?.number}&watch=1`);
  await page.locator("main.table").waitFor();
  for (let n = 0; n < 30 && !(await page.locator(".mark.sealed").count()); n++)
    await page.keyboard.press("ArrowRight");
  await page.locator(".mark.sealed").first().click();
  const sheet = page.locator("dialog[open]");
  await sheet.locator(".md").waitFor();
  expect(await sheet.locator(".rule").first().textContent()).toMatch(/^AH-\d+$/);
  await picture(page, "mark-landscape");
  expect(await violations(page)).toEqual([]);
  await page.goto("/learn/anhua?lesson=2");
  await page.locator(".hand .own.barred").first().click();
  const toast = page.locator(".prompt .no-win .rule");
  await toast.waitFor();
  expect(await toast.textContent()).toMatch(/^AH-\d+$/);
  expect(troubles).toEqual([]);
});

test("a hand is scored, with its account and its rules; what is no win says why", async () => {
  const { page, troubles } = await visitor(world, "portrait");
  await page.goto("/calculator/hangzhou");
  const pick = async (tiles: string) => {
    for (const face of tiles.split(" "))
      await page.locator(`.picker [data-tile="${face}"]`).click();
  };
  const to = (label: string) => page.locator(".seg label", { hasText: label }).first().click();
  await pick("2m 3m 4m 6m 7m 8m 1p 2p 3p 5s 5s 7s 8s");
  await to("胡的那张");
  await pick("9s");
  await page.locator(".two .btn.main").click();
  await page.locator(".answer .pay").first().waitFor();
  expect(await page.locator(".answer .pay").count()).toBe(3);
  expect(await page.locator(".answer .steps .rule").first().getAttribute("href")).toContain(
    "/rules/hangzhou#HZ-",
  );
  await picture(page, "calculator-portrait", true);
  await page.locator(".shown .won").click();
  await pick("1z");
  await page.locator(".two .btn.main").click();
  const refused = page.locator(".refused");
  await refused.waitFor();
  expect(await refused.textContent()).toMatch(/不能胡/);
  expect(troubles).toEqual([]);
});

const PHONES = [
  [390, 664],
  [844, 390],
] as const;

/** Labels of the scrubber that lie on one another, and tiles of the table that lie under it. */
const overprinted = (page: Page) =>
  page.evaluate(() => {
    const boxes = (what: string) =>
      [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const meet = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const labels = boxes(".ticks span");
    const scrubber = boxes("input[type=range], .said");
    if (!scrubber.length) return ["there is no scrubber"];
    const tiles = boxes(".desk .t, .desk .own, .desk .compass");
    return [
      ...labels.flatMap((a, at) => labels.slice(at + 1).filter((b) => meet(a, b))),
      ...scrubber.flatMap((a) => tiles.filter((b) => meet(a, b))),
    ].map(({ left, top }) => `${left},${top}`);
  });

test("a finished match can be replayed, shared at a step, and its shuffle checked", async () => {
  const { page, troubles } = await visitor(world, "desktop");
  await page.goto("/new/anshun");
  await page.locator('[data-option="rounds"] input').fill("1");
  await page.locator('[data-option="rounds"] input').blur();
  await page.locator(".sticky .btn.main").click();
  await page.locator(".go .btn", { hasText: "空位都换成电脑" }).click();
  await page.locator(".go .btn.main:enabled").click();
  await page.locator("main.table").waitFor();
  await playRound(page);
  await page.locator(".over .foot .btn.main").click();
  await page.locator(".chart").waitFor();
  await picture(page, "match-desktop");
  expect(await violations(page)).toEqual([]);
  await page.getByText("看牌谱").click();
  await page.locator(".list button").first().waitFor();
  const at = Math.min(12, (await page.locator(".list button").count()) - 1);
  await page.locator(".list button").nth(at).click();
  await page.waitForURL(new RegExp(`step=${at + 1}`));
  await picture(page, "replay-desktop");
  expect(await violations(page)).toEqual([]);
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    expect(await crowded(page)).toEqual([]);
    expect(await overprinted(page)).toEqual([]);
    await picture(page, `replay-${width}x${height}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const said = await page.locator(".said").textContent();
  await page.reload();
  await page.locator(".said").waitFor();
  expect(await page.locator(".said").textContent()).toBe(said);
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator(".said").textContent()).toContain(`${at}/`);
  await page.getByText("查洗牌").first().click();
  await page.locator("li.ok").nth(3).waitFor();
  expect(await page.locator("li.bad").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await picture(page, "fair-desktop");
  await page.goto("/me");
  await page.locator(".list .head").first().waitFor();
  await picture(page, "me-desktop");
  expect(troubles).toEqual([]);
});

test("a round in English, where nothing Chinese is left", async () => {
  const { page, troubles } = await visitor(world, "landscape", { lang: "en" });
  const chinese = () =>
    page.evaluate(() => {
      // The tab on a wild tile belongs to the picture, as the signs of the tiles do.
      const tabs = [...document.querySelectorAll<HTMLElement>(".t .wild")];
      for (const tab of tabs) tab.style.display = "none";
      const text = document.body.innerText.replace("中 / EN", "");
      for (const tab of tabs) tab.style.display = "";
      return text.match(/.{0,20}[\u4e00-\u9fff]+.{0,20}/g) ?? [];
    });
  await page.goto("/");
  await page.locator(".town").first().waitFor();
  for (const path of ["/", "/new/anhua", "/calculator/anhua", "/settings", "/learn/lanzhou"]) {
    await page.goto(path);
    await page.locator("main").waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes("Loading"));
    if (path !== "/" && path !== "/settings") expect(await chinese(), path).toEqual([]);
  }
  await quickPlay(page, "anhua");
  await playRound(page, { answers: 9 });
  expect(await chinese()).toEqual([]);
  expect(await crowded(page)).toEqual([]);
  await picture(page, "english-landscape");
  await playRound(page);
  expect(await chinese()).toEqual([]);
  await picture(page, "english-result-landscape");
  expect(await page.locator(".over").getAttribute("aria-label")).toMatch(/Anhua · hand 1/);
  expect(await page.locator(".over .foot .btn.main").textContent()).toMatch(/Next hand/);
  expect(troubles).toEqual([]);
});

/** Go on with Tab until this has the focus. */
async function tabTo(page: Page, what: string): Promise<void> {
  for (let n = 0; n < 80; n++) {
    if (await page.evaluate((what) => document.activeElement?.matches(what) ?? false, what)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${what}`);
}

/** The next question, or the end. */
async function question(page: Page): Promise<string[] | null> {
  const found = await page.waitForFunction(() => {
    if (document.querySelector(".over .result")) return { offered: null };
    if (!document.querySelector<HTMLElement>(".prompt")?.dataset.ask) return null;
    const acts = [...document.querySelectorAll<HTMLElement>(".prompt .act")];
    return { offered: acts.map((one) => one.dataset.do ?? "") };
  });
  return (await found.jsonValue())?.offered ?? null;
}

test("a round by keyboard alone", async () => {
  const { page, troubles } = await visitor(world, "desktop");
  await page.goto("/");
  await page.locator(".town").first().waitFor();
  await tabTo(page, '.town[data-town="hangzhou"]');
  await page.keyboard.press("Enter");
  await tabTo(page, ".start .btn.main");
  await page.keyboard.press("Enter");
  await page.locator("main.table").waitFor();

  expect(await question(page)).not.toBeNull();
  await tabTo(page, ".hand .own");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  expect(await page.locator(".hand .own").nth(1).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("w");
  const said = page.locator('[role="status"][aria-live="assertive"]');
  expect(await said.textContent()).not.toBe("");
  let discards = 0;
  for (let offered = await question(page); offered; offered = await question(page)) {
    if (offered.includes("win")) await page.keyboard.press("h");
    else if (offered.includes("pass")) await page.keyboard.press("Escape");
    else {
      await page.keyboard.press("End");
      await page.keyboard.press(discards++ % 2 ? "ArrowUp" : "Enter");
    }
  }
  expect(discards).toBeGreaterThan(0);

  await tabTo(page, ".over .foot .btn.main");
  await page.keyboard.press("Enter");
  await page.locator(".over").waitFor({ state: "detached" });
  await page.locator("main.table").waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  // Whose turn it is may be said right after the scores: then one asks again.
  await expect
    .poll(async () => {
      await page.keyboard.press("s");
      return said.textContent();
    })
    .toMatch(/\d/);
  expect(troubles).toEqual([]);
});
