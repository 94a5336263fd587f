import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crowded, tooWide, violations } from "./checks.ts";
import { quickPlay } from "./drive.ts";
import {
  explained,
  newcomer,
  openWorld,
  picture,
  SIZES,
  visitor,
  type Size,
  type Visitor,
  type World,
} from "./harness.ts";
import { TOWNS } from "./towns.ts";

const BUDGET = 250 * 1024;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const PAGES: [path: string, ready: string][] = [
  ["/", ".town"],
  ["/new/anhua", ".opt"],
  ["/rules/hangzhou#HZ-39", ".law.here"],
  ["/calculator/hangzhou", ".picker"],
  ["/settings", ".opt"],
  ["/learn/anshun", ".lessons a"],
  ["/learn/lanzhou?lesson=1", ".hand .own"],
  ["/practice/anhua?file=birds.yaml&n=1&watch=1", ".hand .own"],
  ["/me", "h2"],
  ["/daily", ".hand .own"],
  ["/ladder/hangzhou", ".chip"],
  ["/states", ".mark"],
  ["/nowhere", "h1"],
];
const LOOKS: [Size, string, Record<string, unknown>][] = [
  ["portrait", "zh-light", { theme: "light" }],
  ["landscape", "en-dark", { theme: "dark", lang: "en" }],
  ["desktop", "zh-contrast", { contrast: true, theme: "light" }],
  ["portrait", "en-large", { size: "large", lang: "en", theme: "light" }],
];

describe.each(LOOKS)("pages at %s, %s", (size, look, settings) => {
  let person: Visitor;
  beforeAll(async () => {
    person = await newcomer(world, size, settings);
    person.page.on("response", (answer) => {
      if (answer.status() >= 400) person.troubles.push(`${answer.url()} ${answer.status()}`);
    });
  });
  afterAll(() => person.context.close());

  test.each(PAGES)("%s", async (path, ready) => {
    const { page, troubles } = person;
    explained(world, person);
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page), `${path} is wider than the screen`).toBeLessThanOrEqual(1);
    if (await page.locator("main.table").count()) expect(await crowded(page)).toEqual([]);
    await picture(page, `page-${size}-${look}-${path.replace(/\W+/g, "_")}`);
    expect(troubles.splice(0)).toEqual([]);
  });
});

test.each(TOWNS.map(({ key }) => key))(
  "the pages of %s are there, none wider than the screen",
  async (town) => {
    const { page, troubles, context } = await visitor(world, "portrait");
    for (const [path, ready] of [
      [`/new/${town}`, ".opt"],
      [`/rules/${town}`, ".law"],
      [`/calculator/${town}`, ".picker button"],
      [`/learn/${town}`, ".lessons a"],
    ] as const) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      expect(await tooWide(page), `${path} is wider than the screen`).toBeLessThanOrEqual(1);
    }
    expect(
      await page.locator(".banner").evaluate((one: HTMLImageElement) => one.naturalWidth),
    ).toBeGreaterThan(0);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test.each(Object.keys(SIZES) as Size[])("the table at %s: axe, size, hosts", async (size) => {
  const { page, troubles, context } = await visitor(world, size);
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const { pathname, protocol } = new URL(response.url());
    if (pathname.startsWith("/api/") || !response.ok() || !protocol.startsWith("http")) return;
    sizes.set(
      pathname,
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await quickPlay(page, "hangzhou");
  await page.locator(".hand .own").first().waitFor();
  const loaded = (await Promise.all(sizes.values())).reduce((sum, one) => sum + one, 0);
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(BUDGET);
  expect(await violations(page)).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test("the page can be installed and opens offline", async () => {
  const { page, context } = await visitor(world, "portrait", { installable: true });
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
