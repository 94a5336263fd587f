import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crowded, violations } from "./checks.ts";
import { playRound, quickPlay } from "./drive.ts";
import { openWorld, picture, visitor, type World } from "./harness.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

interface Asked {
  type: string;
  ask: number;
  reason?: string;
  choices: { index: number; do: string }[];
}
interface Answered {
  type: string;
  ask: number;
  choice: number;
}

const CLAIMS = ["chow", "pong", "pass"];

/** Keep what is asked, and what is answered, in this page; not what others decided meanwhile. */
function overhear(page: Page): { asked: Map<number, Asked>; answered: Answered[] } {
  const heard = { asked: new Map<number, Asked>(), answered: [] as Answered[] };
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      const frame = JSON.parse(String(payload)) as Asked;
      if (frame.type === "ask") heard.asked.set(frame.ask, frame);
      if (frame.type === "withdrawn" && frame.reason === "decided") heard.asked.delete(frame.ask);
    });
    socket.on("framesent", ({ payload }) => {
      const frame = JSON.parse(String(payload)) as Answered;
      if (frame.type === "answer") heard.answered.push(frame);
    });
  });
  return heard;
}

const verbs = (ask: Asked) => ask.choices.map((one) => one.do);
const isClaim = (ask: Asked) => verbs(ask).every((verb) => CLAIMS.includes(verb));

test("不吃碰: chows and pongs are passed by themselves, kongs and wins are asked, and the next round begins anew", async () => {
  const { page, troubles, context } = await visitor(world, "portrait");
  const { asked, answered } = overhear(page);
  const auto = page.locator(".auto");
  const claims = page.getByRole("switch", { name: "不吃碰" });
  const passed = () => [...asked.values()].filter(isClaim);
  await quickPlay(page, "hangzhou");
  const next = page.locator(".over .foot .btn.main");
  // A round may offer nothing: then there is another.
  for (let round = 1; round === 1 || !passed().length; round++) {
    if (round > 1) await next.click();
    await auto.click();
    await claims.and(page.locator('[aria-checked="false"]')).click();
    expect(await violations(page)).toEqual([]);
    await page.locator(".bar .where b").dispatchEvent("pointerdown");
    await page.locator(".pop").waitFor({ state: "detached" });
    expect(await auto.textContent()).toContain("过");
    expect(await crowded(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await picture(page, "no-claims-portrait");
    const { done } = await playRound(page);
    expect(Object.keys(done)).not.toContain("chow");
    expect(Object.keys(done)).not.toContain("pong");
  }
  for (const ask of passed()) {
    const answer = answered.find((one) => one.ask === ask.ask);
    expect(ask.choices.find((one) => one.index === answer?.choice)?.do).toBe("pass");
  }
  await next.click();
  await auto.filter({ hasText: "关" }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test("a public room is even until somebody chooses otherwise, and says so", async () => {
  const { page, troubles, context } = await visitor(world, "portrait");
  const tempo = (name: string) => page.getByRole("radio", { name });
  await page.goto("/new/hangzhou");
  expect(await tempo("自然").isChecked()).toBe(true);
  await page.getByRole("switch", { name: "公开" }).click();
  expect(await tempo("匀速").isChecked()).toBe(true);
  await tempo("自然").check();
  await page.getByRole("switch", { name: "公开" }).click();
  await page.getByRole("switch", { name: "公开" }).click();
  expect(await tempo("自然").isChecked()).toBe(true);
  await tempo("匀速").check();
  await page.getByRole("button", { name: "6", exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await picture(page, "create-tempo-portrait");
  await page.locator(".sticky .btn.main:enabled").click();
  await page.locator(".sum .chip", { hasText: "匀速，每张停 6 秒" }).waitFor();
  await page.goto("/");
  await page.locator(".again small", { hasText: "匀速，每张停 6 秒" }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test("who may see all hands is told that the round is shown when it is over", async () => {
  const [owner, watcher] = [await visitor(world, "landscape"), await visitor(world, "portrait")];
  await owner.page.goto("/new/hangzhou");
  await owner.page.getByRole("radio", { name: "晚点看全部" }).check();
  await owner.page.locator(".sticky .btn.main:enabled").click();
  await owner.page.locator(".go .btn", { hasText: "空位都换成电脑" }).click();
  await owner.page.locator(".go .btn.main:enabled").click();
  await owner.page.locator(".hand .own").first().waitFor();
  await watcher.page.goto(new URL(owner.page.url()).pathname);
  await watcher.page.getByRole("heading", { name: "这一局打完就转播" }).waitFor();
  expect(await violations(watcher.page)).toEqual([]);
  await picture(watcher.page, "shown-later-portrait");
  for (const { troubles, context } of [owner, watcher]) {
    expect(troubles).toEqual([]);
    await context.close();
  }
});

test("a room that has moved is followed with the token, and found at home again", async () => {
  const { page, troubles, context } = await visitor(world, "portrait");
  const hellos: Record<string, unknown>[] = [];
  let sent = false;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (new URL(socket.url()).host === "elsewhere.test:8001") {
      socket.onMessage((text) => {
        hellos.push(JSON.parse(String(text)) as Record<string, unknown>);
        void socket.close({ code: 1001 });
      });
    } else if (sent) socket.connectToServer();
    else {
      sent = true;
      const bye = { type: "bye", code: "moved", zh: "换个地方", en: "Moved", retry_ms: 50 };
      socket.send(JSON.stringify({ ...bye, at: "http://elsewhere.test:8001" }));
      void socket.close({ code: 4409 });
    }
  });
  await quickPlay(page, "hangzhou");
  await page.locator(".hand .own").first().waitFor();
  const token = await page.evaluate(() => localStorage.getItem("quexiang.token"));
  expect(token).toBeTruthy();
  expect(hellos).toMatchObject([{ type: "hello", token }]);
  expect(troubles).toEqual([]);
  await context.close();
});

test("devices are listed, and ended from afar", async () => {
  const [here, there] = [await visitor(world, "portrait"), await visitor(world, "desktop")];
  const fields = async (page: Page, button: string) => {
    await page.goto("/settings");
    await page.getByLabel("账号").fill("laozhou");
    await page.getByLabel("密码").fill("eight letters");
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("button", { name: "退出登录" }).waitFor();
  };
  await fields(here.page, "设账号");
  await fields(there.page, "登录");
  await here.page.goto("/me");
  const devices = here.page.locator(".devices li");
  await expect.poll(() => devices.count()).toBeGreaterThanOrEqual(2);
  expect(await devices.filter({ hasText: "就是这里" }).count()).toBe(1);
  expect(await violations(here.page)).toEqual([]);
  await picture(here.page, "devices-portrait");
  await here.page.getByRole("button", { name: "其他设备都退出" }).click();
  await expect.poll(() => devices.count()).toBe(1);
  await there.page.goto("/me");
  await there.page.locator("h2").first().waitFor();
  expect(await there.page.locator(".devices").count()).toBe(0);
  await here.page.getByRole("button", { name: "退出登录" }).click();
  await here.page.locator(".town").first().waitFor();
  expect(await here.page.evaluate(() => localStorage.getItem("quexiang.token"))).toBe("");
  for (const { troubles, context } of [here, there]) {
    expect(troubles).toEqual([]);
    await context.close();
  }
});
