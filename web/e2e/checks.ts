/** What every screen must keep: nothing sticks out, nothing lies on something else, axe finds nothing serious. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds that is serious. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
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

/** By how much the page is wider than the screen. */
export function tooWide(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Wait until everything that moves has arrived, and sizes have followed. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    for (let frame = 0; frame < 3; frame++)
      await new Promise((done) => requestAnimationFrame(done));
  });
}

/** What is wrong with the table: parts outside the screen, or lying on one another. */
export async function crowded(page: Page): Promise<string[]> {
  await atRest(page);
  return page.evaluate(() => {
    const SLACK = 2;
    const found: string[] = [];
    const parts = (what: string) =>
      [...document.querySelectorAll(what)]
        .map((one) => ({ what, rect: one.getBoundingClientRect() }))
        .filter(({ rect }) => rect.width > 0 && rect.height > 0);
    const whole = [
      ...[".bar .icon", ".tools", ".compass", ".prompt .act", ".prompt .hints", ".hand .own"],
      ...[".seat .id", ".hand .melds", ".river .t", ".seat .marks .mark", ".auto"],
    ];
    for (const what of whole)
      for (const { rect } of parts(what)) {
        const out = Math.max(
          -rect.left,
          -rect.top,
          rect.right - innerWidth,
          rect.bottom - innerHeight,
        );
        if (out > SLACK) found.push(`${what} is ${Math.round(out)} px outside`);
      }
    const apart: [string, string][] = [
      [".prompt .act", ".hand .own"],
      [".prompt .act", ".prompt .hints"],
      [".prompt .act", ".seat-me .id"],
      [".ballot", ".prompt .act"],
      [".ballot", ".hand .own"],
      [".ballot", ".seat-me .id"],
      [".toast", ".prompt .act"],
      [".toast", ".hand .own"],
      [".auto", ".prompt .act"],
      [".auto", ".prompt .hints"],
      [".auto", ".hand .own"],
      [".auto", ".seat-me .id"],
      [".auto", ".seat-me .mark"],
      [".auto", ".seat-me .flowers .t"],
      [".compass", ".river .t"],
      [".hand .own", ".hand .melds .t"],
      [".seat-top .id", ".bar .icon"],
      [".seat-top .id", ".tools"],
    ];
    for (const [first, second] of apart)
      for (const a of parts(first))
        for (const b of parts(second)) {
          const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
          const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
          if (wide > SLACK && high > SLACK)
            found.push(`${first} lies on ${second} by ${Math.round(wide)}×${Math.round(high)}`);
        }
    if (document.documentElement.scrollHeight - innerHeight > 1) found.push("the table scrolls");
    return [...new Set(found)];
  });
}
