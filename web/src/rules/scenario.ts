/** Lines of a scenario in words: `A discard 3s` → 阿梅 打三条. What it cannot read it leaves as it is. */
import type { ActionChoice, Seat } from "$frames";
import type { Key } from "../i18n/index.svelte.ts";
import { parseTiles } from "../ui/tiles.ts";

export interface Speaker {
  t: (key: Key, given?: Record<string, string | number>) => string;
  name: (seat: Seat) => string;
  tile: (tile: string) => string;
  /** A state that a town's rules name: sealed, baotou. */
  state: (key: string) => string;
  /** What a choice is called. */
  label: (choice: ActionChoice) => string;
  /** What each seat could do when the line was said. */
  asked: Record<string, ActionChoice[]>;
}

const VERBS: Record<string, Key> = {
  discard: "do_discard",
  chow: "word_chow",
  pong: "word_pong",
  kong: "word_kong",
  win: "word_win",
  pass: "word_pass",
  leave: "do_leave",
};

export function lineInWords(line: string, speaker: Speaker): string {
  const { t, name } = speaker;
  const turn = /^(turn|dealer) ([A-D])$/.exec(line);
  if (turn)
    return t(turn[1] === "turn" ? "line_turn" : "line_dealer", { who: name(turn[2] as Seat) });
  if (line === "over" || line === "not over")
    return t(line === "over" ? "line_over" : "line_not_over");
  const auto = /^auto (\d+|end)$/.exec(line);
  if (auto) return auto[1] === "end" ? t("line_auto_end") : t("line_auto", { n: auto[1] ?? "" });
  const wild = /^wild (.*)$/.exec(line);
  if (wild) return t("line_wild", { tiles: tiles(wild[1] ?? "", speaker) });
  const seat = /^([A-D]) (.*)$/.exec(line);
  return seat ? seatLine(seat[1] as Seat, seat[2] ?? "", speaker, line) : line;
}

function seatLine(seat: Seat, rest: string, speaker: Speaker, whole: string): string {
  const { t, name } = speaker;
  const who = name(seat);
  const check = /^(can|cannot) (.*)$/.exec(rest);
  if (check)
    return t(check[1] === "can" ? "line_can" : "line_cannot", {
      who,
      what: act(seat, check[2] ?? "", speaker) ?? rest,
    });
  const told = /^(waits|holds) (.*)$/.exec(rest);
  if (told)
    return t(told[1] === "waits" ? "line_waits" : "line_holds", {
      who,
      tiles: tiles(told[2] ?? "", speaker),
    });
  const state = /^is (not )?(\w+)$/.exec(rest);
  if (state)
    return t(state[1] ? "line_is_not" : "line_is", { who, state: speaker.state(state[2] ?? "") });
  const done = act(seat, rest, speaker);
  return done === null ? whole : t("line_does", { who, what: done });
}

function act(seat: Seat, text: string, speaker: Speaker): string | null {
  const [verb = "", ...rest] = text.split(" ");
  const key = VERBS[verb];
  if (!key) return declared(seat, verb, rest.at(-1) ?? "", speaker);
  return rest.length ? `${speaker.t(key)} ${tiles(rest.join(" "), speaker)}` : speaker.t(key);
}

/** What only a town knows is called as it was offered. */
function declared(seat: Seat, verb: string, last: string, speaker: Speaker): string | null {
  const choices = (speaker.asked[seat] ?? []).filter(
    (one) => one.do === verb || one.declare === verb,
  );
  const named = choices.find((one) => one.tile === last || String(one.value) === last);
  if (named) return speaker.label(named);
  const [open] = choices;
  return open ? `${speaker.label(open)} ${tiles(last === verb ? "" : last, speaker)}`.trim() : null;
}

function tiles(text: string, { t, tile }: Speaker): string {
  if (text === "nothing") return t("line_nothing");
  if (text === "any") return t("line_any");
  const found = parseTiles(text);
  return found ? found.map(tile).join(t("list_comma")) : text;
}
