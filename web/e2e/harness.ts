/** A real server and a real browser for the tests. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFailed } from "vitest";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PYTHON = process.env.QUEXIANG_PYTHON ?? here("../../.venv/bin/python");
const CHROMIUM =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ??
  "chromium";
const PICTURES = process.env.QUEXIANG_PICTURES ?? here("../../build/pictures");
/** Pictures to be looked at are drawn on demand, since they cost as much as some tests. */
const DRAWS = Boolean(process.env.QUEXIANG_PICTURES ?? process.env.QUEXIANG_SOAK);
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What a Python script of this folder writes. */
export function python(script: string, input = ""): string {
  const ran = spawnSync(PYTHON, [here(script)], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (ran.status) throw new Error(ran.stderr);
  return ran.stdout;
}

/** A hand on the mouse is never quite still; so no table takes its player for gone. */
const HAND_MS = 4000;
/** How long something may take before it counts as broken, in milliseconds. */
const PATIENCE = 120_000;

export const SIZES = {
  landscape: { width: 844, height: 390 },
  portrait: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof SIZES;

export interface World {
  url: string;
  browser: Browser;
  /** The last lines that the server has written. */
  log: () => string;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("no port")),
      );
    });
  });
}

async function untilServing(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 800; tries++) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error("the server does not answer");
}

/** Start a server of its own and a browser. */
export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "quexiang-"));
  const port = await freePort();
  const written = join(folder, "log");
  const log = openSync(written, "w");
  const server = spawn(PYTHON, [here("serve.py"), join(folder, "test.sqlite"), String(port)], {
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await untilServing(url, server);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const stop = async () => {
    await browser.close();
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, browser, stop, log: () => readFileSync(written, "utf8").slice(-4000) };
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Whatever went wrong in the page. */
  troubles: string[];
}

/** Somebody with a browser window of his own, for this test. */
export async function visitor(
  world: World,
  size?: Size,
  settings?: Record<string, unknown>,
): Promise<Visitor> {
  const person = await newcomer(world, size, settings);
  explained(world, person);
  return person;
}

/** Somebody whose window stays open for several tests. */
export async function newcomer(
  world: World,
  size: Size = "landscape",
  settings: Record<string, unknown> = {},
): Promise<Visitor> {
  const context = await world.browser.newContext({
    viewport: SIZES[size],
    baseURL: world.url,
    locale: "zh-CN",
    serviceWorkers: settings.installable ? "allow" : "block",
  });
  const kept = JSON.stringify({ motion: "off", muted: true, guard: false, ...settings });
  await context.addInitScript((text) => {
    if (!localStorage.getItem("quexiang.settings")) localStorage.setItem("quexiang.settings", text);
  }, kept);
  if (!settings.still)
    await context.addInitScript((ms) => {
      setInterval(() => dispatchEvent(new PointerEvent("pointermove")), ms);
    }, HAND_MS);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (
      message.type() === "error" &&
      !/40[0-9]|Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text())
    )
      troubles.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && host !== new URL(world.url).host)
      troubles.push(`asked ${request.url()}`);
  });
  return { context, page, troubles };
}

let failures = 0;

/** If this test fails, it shows what was on somebody's screen. */
export function explained(world: World, { page }: Visitor): void {
  onTestFailed(({ task }) => explain(world, page, `${task.name}-${++failures}`));
}

/** Show what was on the screen, and what the server said, when a test failed. */
async function explain(world: World, page: Page, name: string): Promise<void> {
  if (!page.isClosed()) await draw(page, `failed-${name.replace(/[^\w\u4e00-\u9fff]+/g, "_")}`);
  process.stderr.write(`${page.url()}\n${world.log()}\n`);
}

/** Keep a picture of the page if somebody wants to look at it. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (DRAWS) await draw(page, name, fullPage);
}

async function draw(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}
