/** Steps of a replay or an example: what they say, and where something worth a tick happened. */
import type { GameEvent, Seat, TableView } from "$frames";
import type { Moment } from "../app/api.ts";
import { narrate, type Teller } from "../table/narrate.ts";

export interface StudyStep extends Moment {
  /** What it says; filled from the events where it is empty. */
  text: string;
  ok?: boolean;
  error?: string;
}

export interface Tick {
  at: number;
  label: string;
}

/** What happened, as one sentence. */
export function sentence(events: readonly GameEvent[], teller: Teller): string {
  return events
    .map((event) => narrate(event, teller)?.text ?? "")
    .filter(Boolean)
    .join(teller.t("list_comma"));
}

/** Draws that say nothing are joined with what follows, so that every step has words. */
export function withWords(steps: readonly Moment[], teller: Teller): StudyStep[] {
  const told: StudyStep[] = [];
  for (const step of steps) {
    const drawn = step.events.find((event) => event.event === "drawn");
    const text = sentence(step.events, {
      ...teller,
      me: drawn?.event === "drawn" ? drawn.seat : teller.me,
    });
    const who =
      drawn?.event === "drawn" && drawn.seat !== teller.me ? `${teller.name(drawn.seat)} ` : "";
    told.push({ ...step, text: who + text });
  }
  return told;
}

/** The places of a round that one looks for: claims, kongs, declarations, wins. */
export function ticks(steps: readonly Moment[], teller: Teller): Tick[] {
  const found: Tick[] = [];
  for (const [at, step] of steps.entries()) {
    for (const event of step.events) {
      const word = narrate(event, teller)?.word;
      if (word) found.push({ at, label: word });
    }
  }
  return found;
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
