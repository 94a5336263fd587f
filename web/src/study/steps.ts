/** Steps of a replay or an example: what they say, and where something worth a tick happened. */
import { measure } from "../table/layout/shape.ts";
import type { Seat, TableView } from "$frames";
import type { Moment } from "../app/answers.ts";
import { both } from "../i18n/index.svelte.ts";
import { toldAll, type Name } from "../table/story.ts";

export interface StudyStep extends Moment {
  text: string;
  ok?: boolean;
  error?: string;
}

export interface Tick {
  at: number;
  label: string;
}

/** Every step with its words. */
export function withWords(steps: readonly Moment[], name: Name): StudyStep[] {
  return steps.map((step) => ({ ...step, text: toldAll(step.story, name) }));
}

/** The places of a round that one looks for: claims, kongs, declarations, wins. */
export function ticks(steps: readonly Moment[]): Tick[] {
  return steps.flatMap((step, at) =>
    step.story
      .map((sentence) => ({ at, label: both(sentence?.word ?? undefined) }))
      .filter(({ label }) => label),
  );
}

/** The width of a scrubber with labels, and the size of their type. */
const [SCRUBBER, LABEL] = [220, 12];

/** The labels that do not lie on one another; those of the later ones that would are left out. */
export function apart(all: readonly Tick[], last: number, width = SCRUBBER): Tick[] {
  const shown: Tick[] = [];
  let end = -Infinity;
  for (const tick of all) {
    const half = measure(tick.label, LABEL) / 2;
    const middle = (tick.at / Math.max(1, last)) * width;
    if (middle - half < end) continue;
    shown.push(tick);
    end = middle + half + 2;
  }
  return shown;
}

/** The table as one sits at it: a seat of one's own, other hands open or closed. */
export function seatedAt(view: TableView, me: Seat, open: boolean): TableView {
  const seats = view.seats.map((seat) => {
    if (open || seat.seat === me || view.stage === "over") return seat;
    const { tiles: _tiles, drawn: _drawn, ...rest } = seat;
    return rest;
  });
  return { ...view, me, seats };
}
