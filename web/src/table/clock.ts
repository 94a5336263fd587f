/** A clock as it is read: first the time of the move, then the bank. */
import { t } from "../i18n/index.svelte.ts";

/** A running clock, as points in time of this browser. */
export interface Running<Who = unknown> {
  seat: Who;
  ends: number;
  bank: number;
  whole: number;
}

export interface Reading {
  /** Which of the two stores of time runs. */
  store: "move" | "bank";
  /** Seconds of the running store; null if there are so many that nobody need mind. */
  seconds: number | null;
  /** Seconds that are still in the bank while the move's time runs. */
  spare: number;
  /** What is left of the running store, 1 to 0. */
  share: number;
  hurry: boolean;
}

const MANY = 100;
const HURRY = 5;
const seconds = (ms: number) => Math.ceil(ms / 1000);
const few = (number: number) => (number < MANY ? number : null);

export function reading({ ends, bank, whole }: Running, now: number): Reading {
  const [left, all] = now < ends ? [ends - now, whole] : [Math.max(0, bank - now), bank - ends];
  const store = now < ends || bank <= ends ? "move" : "bank";
  const spare = store === "move" ? seconds(bank - ends) : 0;
  const last = store === "bank" || !spare;
  return {
    store,
    seconds: few(seconds(left)),
    spare,
    share: all > 0 ? Math.min(1, left / all) : 0,
    hurry: last && seconds(left) <= HURRY,
  };
}

/** Both stores in words for the eye: `12 +60`, 备用 60. */
export function clockWords({ store, seconds, spare }: Reading): { main: string; more: string } {
  const main = seconds === null ? "" : String(seconds);
  if (store === "bank") return { main: main && `${t("clock_bank")} ${main}`, more: "" };
  return { main, more: main && spare ? `+${spare}` : "" };
}
