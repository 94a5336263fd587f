import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRound, quickPlay } from "./drive.ts";
import { openWorld, picture, SIZES, visitor, type Size, type World } from "./harness.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const BUDGET = 300 * 1024;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds that is serious. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  return found
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .flatMap((one) =>
      one.nodes
        .slice(0, 3)
        .map(
          (node) => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`,
        ),
    );
}

const PAGES: [path: string, ready: string][] = [
  ["/", ".town"],
  ["/new/anhua", ".opt"],
  ["/rules/hangzhou#HZ-39", ".law.here"],
  ["/calculator/hangzhou", ".picker"],
  ["/settings", ".opt"],
  ["/learn/anshun", ".lessons a"],
  ["/learn/anshun?lesson=1", ".hand .own"],
  ["/practice/anhua?file=birds.yaml&n=1&watch=1", ".hand .own"],
  ["/me", "h2"],
  ["/states", ".mark"],
  ["/nowhere", "h1"],
];

describe.each(Object.keys(SIZES) as Size[])("pages at %s", (size) => {
  test.each(PAGES)(
    "%s has no serious violation, nothing sticks out, in both languages and themes",
    async (path, ready) => {
      for (const look of [{}, { lang: "en", theme: "dark" }]) {
        const { page, troubles, context } = await visitor(world, size, look);
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(250);
        await picture(
          page,
          `page-${size}-${"lang" in look ? "en-dark" : "zh"}-${path.replace(/\W+/g, "_")}`,
        );
        expect(await violations(page)).toEqual([]);
        const out = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(out, `${path} is wider than the screen`).toBeLessThanOrEqual(1);
        expect(troubles).toEqual([]);
        await context.close();
      }
    },
  );
});

describe.each(Object.keys(SIZES) as Size[])("the table at %s", (size) => {
  test("has no serious violation, never scrolls, and loads within its budget", async () => {
    const { page, troubles, context } = await visitor(world, size);
    const sizes = new Map<string, number>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/api/") || !response.ok() || !response.url().startsWith("http"))
        return;
      const body = await response.body().catch(() => Buffer.alloc(0));
      sizes.set(pathname, gzipSync(body).length);
    });
    await quickPlay(page, "hangzhou");
    await page.locator(".hand .own").first().waitFor();
    expect(await violations(page)).toEqual([]);
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(scrolls).toBeLessThanOrEqual(1);
    const loaded = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    expect(loaded).toBeLessThan(BUDGET);
    await playRound(page);
    expect(await violations(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  });
});

test("the page can be installed and opens without a line", async () => {
  const { page, context } = await visitor(world);
  await page.goto("/");
  await page.locator(".town").first().waitFor();
  const manifest = (await (await fetch(`${world.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string }[];
    display: string;
  };
  expect(manifest.display).toBe("standalone");
  for (const icon of manifest.icons) expect((await fetch(world.url + icon.src)).status).toBe(200);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.locator(".town").first().waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.locator("h1").first().waitFor();
  await context.close();
});
