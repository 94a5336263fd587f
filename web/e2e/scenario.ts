/** A scenario of the rulebook, played on the screen: the person taps what the script says, bots play the rest of it. */
import type { Page } from "playwright-core";
import { python, type World } from "./harness.ts";

export interface Example {
  file: string;
  number: number;
  title: string;
  rules: string[];
  text: string;
}

/** What the seats answer, in order: `["B", "chow 12m"]`. */
export type Script = [seat: string, line: string][];

/** All examples of a town. */
export async function examples(world: World, town: string): Promise<Example[]> {
  return (await (await fetch(`${world.url}/api/variants/${town}/scenarios`)).json()) as Example[];
}

export interface Scripted {
  script: Script;
  result: { changes?: Record<string, number>; wins?: { patterns?: string[] }[] } | null;
}

/** The scripts of these examples, and what they must end with. */
export function scripts(texts: string[]): Scripted[] {
  return JSON.parse(python("script.py", JSON.stringify(texts))) as Scripted[];
}

/** What the screen showed while the example was played. */
export interface Seen {
  /** Words beside the seats. */
  marks: Set<string>;
  /** Kinds of buttons. */
  offers: Set<string>;
  over: boolean;
}

interface Asked {
  over: boolean;
  marks: string[];
  offers: string[];
}

/** Wait until something is asked, or the round is over. */
async function asked(page: Page): Promise<Asked> {
  const found = await page.waitForFunction(() => {
    const over = !!document.querySelector(".over .totals");
    const ask = document.querySelector<HTMLElement>(".prompt")?.dataset.ask ?? "";
    if (!over && !ask) return null;
    const texts = (what: string) =>
      [...document.querySelectorAll(what)].map((one) => one.textContent.trim());
    const offers = [...document.querySelectorAll<HTMLElement>(".prompt .act")];
    // Marks without room are named by the one that stands for them.
    const rest = [...document.querySelectorAll<HTMLElement>(".marks .mark[title]")]
      .filter((one) => one.textContent.trim().startsWith("+"))
      .flatMap((one) => one.title.split("、"));
    return {
      over,
      marks: [...texts(".marks .mark"), ...rest],
      offers: offers.map((one) => one.dataset.do ?? ""),
    };
  });
  return (await found.jsonValue()) as Asked;
}

const tilesOf = (text: string): string[] =>
  [...text.matchAll(/(\d+)([mpszf])/g)].flatMap(([, numbers = "", suit = ""]) =>
    [...numbers].map((number) => number + suit),
  );

const act = (page: Page, kind: string) => page.locator(`.prompt .act[data-do="${kind}"]`);
const own = (page: Page, tile: string) =>
  page.locator(`.hand button.own[data-tile="${tile}"]:not(.up)`).last();

/** Tap a tile until it goes; without a name, the last that may. */
async function discard(page: Page, tile = ""): Promise<void> {
  if (tile) await own(page, tile).click();
  else await page.locator(".hand button.own:not(.barred)").last().click();
  await page.locator(".hand button.own.up").first().click();
}

/** Declare: nothing goes out before the discard that is lifted is confirmed. */
async function declare(page: Page, tile?: string): Promise<void> {
  await act(page, "declare").click();
  const lifted = page.locator(".hand button.own.up");
  await lifted.first().waitFor();
  if (tile && (await lifted.first().getAttribute("data-tile")) !== tile)
    await own(page, tile).click();
  await act(page, "confirm").click();
}

/** Answer an open choice. */
async function pick(page: Page, verb: string, tiles: string[]): Promise<void> {
  for (const one of tiles) await own(page, one).click();
  return act(page, tiles.length ? verb : "none").click();
}

async function chow(page: Page, pair: string[]): Promise<void> {
  const buttons = act(page, "chow");
  for (const button of await buttons.all()) {
    const tiles = ((await button.getAttribute("data-tiles")) ?? "").split(" ");
    if (pair.every((tile) => tiles.includes(tile))) return button.click();
  }
  throw new Error(`no chow with ${pair.join(" ")}`);
}

/** Do one line of the script by tapping. */
export async function tap(page: Page, line: string): Promise<void> {
  const [verb = "", ...rest] = line.split(" ");
  const tiles = tilesOf(rest.join(" "));
  const [tile] = tiles;
  const prompt = page.locator(".prompt[data-ask]");
  await prompt.waitFor();
  if ((await prompt.getAttribute("data-open")) === verb) return pick(page, verb, tiles);
  if (verb === "discard") return discard(page, tile);
  if (verb === "chow") return chow(page, tiles);
  if (verb === "kong" && tile)
    return page.locator(`.prompt .act[data-do="kong"][data-tiles^="${tile}"]`).click();
  if (/^\d+$/.test(rest[0] ?? ""))
    return page.locator(`.prompt .act[data-do="${verb}"][data-value="${rest[0]}"]`).click();
  return (await act(page, verb).count()) ? act(page, verb).last().click() : declare(page, tile);
}

export interface Part {
  /** So many lines of the script, and no more. */
  most?: number;
  /** Called whenever something is asked, with the number of the question. */
  each?: (question: number) => Promise<void>;
}

/** Play the part of one seat; stops when it is asked something that is not in the script. */
export async function playExample(
  page: Page,
  script: Script,
  seat: string,
  { most = Infinity, each }: Part = {},
): Promise<Seen> {
  const seen: Seen = { marks: new Set(), offers: new Set(), over: false };
  const part = script.filter(([who]) => who === seat).map(([, line]) => line);
  const lines = part.slice(0, most);
  for (let question = 0; ; question++) {
    const now = await asked(page);
    for (const mark of now.marks) seen.marks.add(mark);
    for (const offer of now.offers) seen.offers.add(offer);
    seen.over = now.over;
    if (now.over) return seen;
    await each?.(question);
    const line = lines.shift();
    if (line === undefined) return seen;
    await tap(page, line).catch((error: Error) => {
      throw new Error(`${seat} ${line}: ${error.message}`);
    });
  }
}
