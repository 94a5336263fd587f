import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crowded, violations } from "./checks.ts";
import { playRound, playTogether } from "./drive.ts";
import { openWorld, picture, visitor, type Size, type Visitor, type World } from "./harness.ts";
import { openProxy } from "./proxy.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const main = (page: Page) => page.locator(".go .btn.main");
const option = (page: Page, key: string) => page.locator(`[data-option="${key}"]`);
const players = (page: Page, n: number) =>
  page.locator(".seg label", { hasText: new RegExp(`^\\s*${n}\\s*$`) }).first();

/** Open a room of one round; gives its code. */
async function openRoom(page: Page, town: string, seats = 4): Promise<string> {
  await page.goto(`/new/${town}`);
  await page.locator(".sticky .btn.main").waitFor();
  await option(page, "rounds").locator("input").fill("1");
  await option(page, "rounds").locator("input").blur();
  if (seats < 4) await players(page, seats).click();
  await page.locator(".sticky .btn.main:enabled").click();
  const digits = page.locator(".digits");
  await digits.waitFor();
  return ((await digits.textContent()) ?? "").replace(/\D/g, "");
}

/** Sit down in a room by its code, and be ready. */
async function join(page: Page, code: string): Promise<void> {
  await page.goto(`/r/${code}`);
  await main(page).click();
  await main(page).filter({ hasText: "准备好了" }).click();
}

/** Everybody goes from the last result to that of the match; who has tapped before it came taps again. */
async function finish(people: Visitor[]): Promise<void> {
  for (const { page } of people) {
    const next = page.locator(".over .foot .btn.main");
    const rank = page.locator(".podium .rank").first();
    await next.or(rank).first().waitFor();
    while (!(await rank.isVisible())) {
      await Promise.race([rank.waitFor(), next.click().catch(() => undefined)]);
      await page.waitForTimeout(200);
    }
  }
}

const quiet = (person: Visitor) => person.troubles.filter((one) => !/WebSocket/.test(one));
const hand = (page: Page) =>
  page
    .locator(".hand .own")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.tile ?? "").sort());

test("options that do not go together are refused in place, by the server's own words", async () => {
  const { page, troubles } = await visitor(world, "portrait");
  await page.goto("/new/anhua");
  await option(page, "low_add").getByRole("switch").click();
  const alert = page.locator('.sticky [role="alert"]');
  await alert.waitFor();
  expect(await alert.textContent()).toContain("两人");
  expect(await page.locator(".sticky .btn.main").isDisabled()).toBe(true);
  await picture(page, "create-conflict-portrait");
  await players(page, 2).click();
  await alert.waitFor({ state: "detached" });
  await page.locator(".sticky .btn.main").click();
  await page.locator(".digits").waitFor();
  expect(await page.locator(".place").count()).toBe(2);
  expect(await page.locator(".sum .chip.gold").count()).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await picture(page, "waiting-portrait");
  expect(troubles).toEqual([]);
});

test("a guest who opens a link sees a seat first, and after it the code to pass on", async () => {
  const [host, guest] = [await visitor(world, "desktop"), await visitor(world, "portrait")];
  const code = await openRoom(host.page, "hangzhou");
  await guest.page.setViewportSize({ width: 390, height: 664 });
  await guest.page.goto(`/r/${code}`);
  await main(guest.page).waitFor();
  const bottom = (what: string) =>
    guest.page.locator(what).evaluate((one) => one.getBoundingClientRect().bottom);
  expect(await bottom(".go .btn.main")).toBeLessThan(664);
  expect(await bottom(".go .btn.main")).toBeLessThan(await bottom(".invite"));
  await picture(guest.page, "guest-portrait");
  await Promise.all([host, guest].map(({ context }) => context.close()));
});

test("the result of a round offers no next one before the room says that there is one", async () => {
  const { page, troubles } = await visitor(world, "portrait");
  let late = (send: () => void) => send();
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/socket$/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      late(() => socket.send(text));
      if (/^{"type":"(events|changes)".*"stage":"over"/.test(String(text)))
        late = (send) => held.push(send);
    });
  });
  await openRoom(page, "hangzhou");
  await page.locator(".go .btn", { hasText: "空位都换成电脑" }).click();
  await main(page).click();
  await page.locator("main.table").waitFor();
  await playRound(page);
  await expect.poll(() => held.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await page.locator(".over .foot .btn.main").count()).toBe(0);
  late = (send) => send();
  for (const send of held) send();
  expect(await page.locator(".over .foot .btn.main").textContent()).toContain("总成绩");
  await page.locator(".over .foot .btn.main").click();
  await page.locator(".podium .rank").first().waitFor();
  expect(troubles).toEqual([]);
});

test("four browsers play a match; one loses its connection and comes back to the same place", async () => {
  const proxy = await openProxy(world);
  const sizes: Size[] = ["landscape", "portrait", "desktop", "landscape"];
  const people: Visitor[] = [];
  for (const [at, size] of sizes.entries())
    people.push(await visitor(at === 1 ? proxy.world : world, size));
  const [owner, dropped, ...others] = people as [Visitor, Visitor, ...Visitor[]];
  const code = await openRoom(owner.page, "hangzhou");
  for (const { page } of [dropped, ...others]) await join(page, code);
  await picture(owner.page, "waiting-landscape");
  await main(owner.page).and(owner.page.locator(":enabled")).click();
  for (const { page } of people) await page.locator(".hand .own").first().waitFor();

  const before = await hand(dropped.page);
  proxy.cut();
  await dropped.page.locator(".toast", { hasText: "网断了" }).waitFor();
  await owner.page.locator(".mark", { hasText: "掉线" }).waitFor();
  expect(await dropped.page.locator("main.table.dimmed").count()).toBe(1);
  await picture(dropped.page, "offline-portrait");
  await picture(owner.page, "dropped-landscape");
  proxy.mend();
  await dropped.page.locator(".toast", { hasText: "网断了" }).waitFor({ state: "detached" });
  await owner.page.locator(".mark", { hasText: "掉线" }).waitFor({ state: "detached" });
  const after = await hand(dropped.page);
  for (const tile of before) after.splice(after.indexOf(tile), 1);
  expect(after.length).toBeLessThanOrEqual(1);

  await Promise.all(people.map(({ page }) => playRound(page)));
  await finish(people);
  const totals = await Promise.all(
    people.map(({ page }) => page.locator(".podium .rank .num").allTextContents()),
  );
  for (const one of totals) expect(one).toEqual(totals[0]);
  await picture(owner.page, "match-landscape");
  await picture(dropped.page, "match-portrait");
  for (const person of people) expect(quiet(person)).toEqual([]);
  await Promise.all(people.map(({ context }) => context.close()));
  await proxy.stop();
});

describe("tables for fewer", () => {
  test.each([2, 3])("%i people, a vote, and once more", async (seats) => {
    const people: Visitor[] = [];
    const sizes: Size[] = ["portrait", "landscape", "desktop"];
    for (const size of sizes.slice(0, seats)) people.push(await visitor(world, size));
    const [owner, ...guests] = people as [Visitor, ...Visitor[]];
    const code = await openRoom(owner.page, seats === 2 ? "anhua" : "zhangzhou", seats);
    for (const { page } of guests) await join(page, code);
    await main(owner.page).and(owner.page.locator(":enabled")).click();
    await playTogether(
      people.map(({ page }) => page),
      6,
    );
    for (const [at, { page }] of people.entries()) {
      expect(await page.locator("section.seat").count()).toBe(seats);
      expect(await crowded(page)).toEqual([]);
      await picture(page, `table-of-${seats}-${sizes[at]}`);
    }

    if (!(await owner.page.locator(".over").count())) {
      await owner.page.locator(".bar .icon").click();
      await owner.page.locator("dialog[open] .btn", { hasText: "散" }).click();
      await owner.page.locator('dialog[open] [data-do="dissolve"]').waitFor();
      expect(await violations(owner.page)).toEqual([]);
      expect(await owner.page.locator(".ballot").count()).toBe(0);
      await owner.page.locator('dialog[open] [data-do="dissolve"]').click();
      const [voter] = guests as [Visitor];
      const no = voter.page.locator('.ballot [data-vote="no"]');
      await no.waitFor();
      await picture(voter.page, `vote-of-${seats}`);
      expect(await no.getAttribute("class")).toContain("main");
      expect(await crowded(voter.page)).toEqual([]);
      await no.click();
      for (const { page } of people) await page.locator(".ballot").waitFor({ state: "detached" });
    }
    await Promise.all(people.map(({ page }) => playRound(page)));
    await finish(people);
    expect(await owner.page.locator(".podium .rank").count()).toBe(seats);
    for (const { page } of people) await page.locator(".last .btn.main").click();
    for (const { page } of people) await page.locator(".hand .own").first().waitFor();
    for (const person of people) expect(quiet(person)).toEqual([]);
    await Promise.all(people.map(({ context }) => context.close()));
  });
});

test("one who is late is played for until he says that he is back", async () => {
  const [late, other] = [await visitor(world, "portrait"), await visitor(world, "landscape")];
  await late.page.route("**/api/rooms", async (route) => {
    const room = route.request().postDataJSON() as object;
    await route.continue({ postData: { ...room, clock: { decision: 20, bank: 0 } } });
  });
  const code = await openRoom(late.page, "anhua", 2);
  await join(other.page, code);
  await main(late.page).and(late.page.locator(":enabled")).click();
  await late.page.locator(".toast.trustee").waitFor();
  const played = other.page.locator(".seat:not(.seat-me) .mark", { hasText: "托管" });
  await played.waitFor();
  await picture(late.page, "trustee-portrait");
  await late.page.locator(".trustee .btn", { hasText: "我回来了" }).click();
  await late.page.locator(".toast.trustee").waitFor({ state: "detached" });
  await played.waitFor({ state: "detached" });
  for (const { troubles, context } of [late, other]) {
    expect(troubles).toEqual([]);
    await context.close();
  }
});

test("one who leaves is asked once more, and all see that he is gone", async () => {
  const [owner, gone] = [await visitor(world, "desktop"), await visitor(world, "portrait")];
  const code = await openRoom(owner.page, "hangzhou");
  await join(gone.page, code);
  await owner.page.locator(".go .btn", { hasText: "空位都换成电脑" }).click();
  await main(owner.page).and(owner.page.locator(":enabled")).click();
  await gone.page.locator(".hand .own").first().waitFor();
  await gone.page.locator(".bar .icon").click();
  await gone.page.locator("dialog[open] .btn", { hasText: "离开牌局" }).click();
  const sheet = gone.page.locator("dialog[open]");
  await sheet.getByText("电脑替你打完").waitFor();
  expect(await violations(gone.page)).toEqual([]);
  await picture(gone.page, "leaving-portrait");
  await sheet.locator(".btn", { hasText: "还是走" }).click();
  await gone.page.locator(".town").first().waitFor();
  await owner.page.locator(".mark", { hasText: "走了" }).waitFor();
  await picture(owner.page, "gone-desktop");
  await gone.page.goto(`/r/${code}`);
  await gone.page.locator("main.table").waitFor();
  expect(new Set(await hand(gone.page))).toEqual(new Set([""]));
  await picture(gone.page, "watching-portrait");
  for (const { troubles, context } of [owner, gone]) {
    expect(troubles).toEqual([]);
    await context.close();
  }
});

test("a connection that is late and breaks loses no request", async () => {
  const proxy = await openProxy(world, 23);
  const person = await visitor(proxy.world, "landscape");
  const { page, context } = person;
  // A round may be short, so that the connection hardly breaks: then there is another.
  while (proxy.breaks() < 3) {
    await openRoom(page, "anshun");
    await page.locator(".go .btn", { hasText: "空位都换成电脑" }).click();
    await main(page).and(page.locator(":enabled")).click();
    await page.locator("main.table").waitFor();
    const { done } = await playRound(page, { refused: ["win", "kong", "pong"] });
    await finish([person]);
    const link = await page.locator('a[href^="/replay/"]').first().getAttribute("href");
    const match = link?.split("/").at(-1);
    const replay = await fetch(`${world.url}/api/matches/${match}/rounds/1`);
    const { steps } = (await replay.json()) as {
      steps: { events: { event: string; seat?: string }[] }[];
    };
    const discards = steps
      .flatMap((step) => step.events)
      .filter((event) => event.event === "discarded" && event.seat === "A");
    expect(discards.length).toBe(done.discard ?? 0);
  }
  expect(quiet(person)).toEqual([]);
  await context.close();
  await proxy.stop();
});
