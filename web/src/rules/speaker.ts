/** The steps of a rehearsed scenario in words, in the language in force. */
import type { Seat } from "$frames";
import type { ScenarioRun } from "../app/answers.ts";
import { towns } from "../app/towns.svelte.ts";
import { both, lang, t, type Key } from "../i18n/index.svelte.ts";
import { zh } from "../i18n/zh.ts";
import { toldAll } from "../table/story.ts";
import { tileName } from "../ui/tiles.ts";
import { lineInWords, type Speaker } from "./scenario.ts";

type Name = (seat: Seat) => string;

/** What a step says: its line, or else what happened. */
export function stepInWords(run: ScenarioRun, at: number, start: string, name: Name): string {
  const step = run.steps[at];
  if (!step) return "";
  if (step.line) {
    const asked = { ...step.asked, ...run.steps[at - 1]?.asked };
    return lineInWords(step.line, speaker(run.variant, asked, name));
  }
  return at === 0 ? start : toldAll(step.story, name) || t("step_end");
}

function speaker(town: string, asked: Speaker["asked"], name: Name): Speaker {
  return {
    t,
    name,
    asked,
    label: both,
    tile: (tile) => tileName(tile, lang()),
    state: (key) => {
      const known = `state_${key}`;
      const mark = towns.get(town)?.marks.find((one) => one.key === key);
      return known in zh ? t(known as Key) : both(mark) || key;
    },
  };
}
