/** Keys at the table. */
import { settings } from "../settings/settings.svelte.ts";
import type { Play } from "./play.svelte.ts";

export interface Says {
  waits: () => void;
  rivers: () => void;
  scores: () => void;
  last: () => void;
  help: () => void;
}

const ACTIONS: Record<string, string> = {
  c: "chow",
  p: "pong",
  g: "kong",
  k: "kong",
  h: "win",
  escape: "pass",
};

/** The next choice of a kind is offered by the same key again: it lifts the button, Enter takes it. */
export function tableKeys(play: Play, says: Says): (event: KeyboardEvent) => void {
  return (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event) ||
      document.querySelector("dialog[open]")
    )
      return;
    if (press(event, play, says)) event.preventDefault();
  };
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return !!target?.closest("input, textarea, select, [contenteditable]");
}

function press(event: KeyboardEvent, play: Play, says: Says): boolean {
  const key = event.key.toLowerCase();
  if (moveKeys(event, key, play)) return true;
  if (!settings.keys && key !== "escape") return false;
  const told: Record<string, () => void> = {
    w: says.waits,
    r: says.rivers,
    s: says.scores,
    l: says.last,
    "?": says.help,
    t: () => (play.declaring ? play.confirm(true) : play.declare()),
  };
  if (key === "t" && !play.offers.declares.length) return false;
  if (told[key]) {
    told[key]();
    return true;
  }
  return act(key, play);
}

function moveKeys(event: KeyboardEvent, key: string, play: Play): boolean {
  const onButton = (event.target as HTMLElement | null)?.closest("button:not(.own), a");
  switch (key) {
    case "arrowleft":
      focusTile(play, -1);
      return true;
    case "arrowright":
      focusTile(play, 1);
      return true;
    case "home":
      focusTile(play, -99);
      return true;
    case "end":
      focusTile(play, 99);
      return true;
    case "arrowup":
    case "enter":
      return onButton && key === "enter" ? false : discard(play);
    case " ":
      return !onButton && toggle(play);
    default:
      return false;
  }
}

function focusTile(play: Play, by: number): void {
  play.step(by);
  const at = play.all.findIndex((held) => held.id === play.chosen);
  document.querySelectorAll<HTMLElement>(".hand .own")[at]?.focus({ preventScroll: true });
}

function chosen(play: Play) {
  return play.all.find((held) => held.id === play.chosen);
}

function discard(play: Play): boolean {
  if (play.offers.open) {
    play.take();
    return true;
  }
  const held = chosen(play);
  if (play.declaring) play.confirm(true);
  else if (held && play.isTurn) play.discard(held, null);
  return true;
}

function toggle(play: Play): boolean {
  const held = chosen(play);
  if (held) play.tap(held, null);
  return true;
}

function act(key: string, play: Play): boolean {
  if (key === "escape" && play.declaring) {
    play.declare();
    return true;
  }
  const wanted = ACTIONS[key];
  const choices = play.offers.buttons.filter((choice) => choice.do === wanted);
  if (!choices.length) return false;
  const [only, ...more] = choices;
  if (only && !more.length) play.act(only, true);
  else focusNext(wanted ?? "");
  return true;
}

/** Several of a kind: the key goes from one to the next, Enter takes it. */
function focusNext(wanted: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`.prompt [data-do="${wanted}"]`)];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[(at + 1) % buttons.length]?.focus();
}
