import { afterAll, beforeAll, expect, test } from "vitest";
import type { Given, Practised } from "../src/lib/api.ts";
import { LESSONS, type Hint } from "../src/lib/lessons/lessons.ts";
import { openWorld, type World } from "./harness.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

async function practise(text: string, seat: string, answers: Given[]): Promise<Practised> {
  const body = JSON.stringify({ text, seat, answers });
  const answer = await fetch(`${world.url}/api/practice`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Practised;
}

function follow(hint: Hint, told: Practised): Given {
  const fits = told.table.choices.filter(
    (choice) => choice.do === hint.do && (!hint.tile || choice.tile === hint.tile),
  );
  const choice = fits.find((one) => one.declare) ?? fits.at(-1);
  const offered = told.table.choices.map((one) => `${one.do} ${one.tile ?? ""}`).join(", ");
  expect(choice, `${hint.zh} — offered: ${offered}`).toBeDefined();
  return { choice: choice?.index ?? 0, ...(hint.tiles ? { tiles: hint.tiles } : {}) };
}

const ALL = Object.entries(LESSONS).flatMap(([town, lessons]) =>
  lessons.map((lesson) => [town, lesson.zh, lesson] as const),
);

test.each(ALL)("%s: %s", async (_town, _title, lesson) => {
  const answers: Given[] = [];
  for (const hint of lesson.hints)
    answers.push(follow(hint, await practise(lesson.text, lesson.seat, answers)));
  const last = await practise(lesson.text, lesson.seat, answers);
  const won = lesson.hints.at(-1)?.do === "win";
  expect(last.table.moments.at(-1)?.view.stage === "over").toBe(won);
});
