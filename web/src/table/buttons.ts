/** The buttons of a prompt, in their order. */
import type { ActionChoice } from "$frames";
import { both, t, type Key } from "../i18n/index.svelte.ts";
import { isWhole, type Offered } from "./choices.ts";
import type { ButtonContent } from "./layout/content.ts";

export interface Button extends ButtonContent {
  key: string;
  /** What it answers; several where one button stands for all choices of a verb. */
  choices: ActionChoice[];
}

const SHORT = new Set(["chow", "pong", "kong", "win", "pass"]);
const KEYS: Record<string, string> = { chow: "C", pong: "P", kong: "G", win: "H", pass: "Esc" };
/** More declaring discards than these are not drawn on their button. */
const FEW = 2;

export const isShort = ({ do: verb }: ActionChoice): boolean => SHORT.has(verb);
export const wordOf = (choice: ActionChoice): string =>
  isShort(choice) ? t(`word_${choice.do}` as Key) : both(choice);
export const worthOf = ({ do: verb, value }: ActionChoice): string =>
  verb === "win" && value ? String(value) : "";
export const patternsOf = ({ patterns }: ActionChoice): string =>
  (patterns ?? []).map(both).join(t("list_comma"));

function noteOf(choice: ActionChoice): string {
  const worth = worthOf(choice);
  const lines = [patternsOf(choice), worth ? t("worth", { n: worth }) : ""];
  return choice.do === "win" ? lines.filter(Boolean).join("\n") : "";
}

function offerButton(choice: ActionChoice): Button {
  return {
    key: String(choice.index),
    does: choice.do,
    word: wordOf(choice),
    tiles: choice.do === "win" ? 0 : (choice.tiles ?? []).length,
    note: noteOf(choice),
    shortcut: "",
    choices: [choice],
  };
}

const plain = (does: string, word: string, more: Partial<Button> = {}): Button => ({
  key: does,
  does,
  word,
  tiles: 0,
  note: "",
  shortcut: "",
  choices: [],
  ...more,
});

function openButtons({ open }: Offered, picked: number): Button[] {
  if (!open) return [];
  const take = plain(open.do, both(open), { key: "take", note: String(picked), choices: [open] });
  return isWhole(open, []) ? [take, plain("none", t("pick_none"))] : [take];
}

const isWin = ({ does }: Button) => does === "win";

function declareButtons({ declares }: Offered): Button[] {
  if (!declares.length) return [];
  const tiles = declares.length <= FEW ? declares.length : 0;
  return [plain("declare", t("word_declare"), { tiles, shortcut: "T", choices: declares })];
}

/** While declaring: the lifted discard, to be confirmed, or not to declare after all. */
export function declaringButtons(choice: ActionChoice | null): Button[] {
  const note = choice ? both(choice) : "";
  const go = plain("confirm", t("word_declare"), {
    tiles: 1,
    note,
    shortcut: "T",
    choices: choice ? [choice] : [],
  });
  return [go, plain("undeclare", t("undeclare"), { shortcut: "Esc" })];
}

/** All that is offered; or where a folded verb was opened, its choices and the way back. */
export function buttonsOf(offers: Offered, picked: number, unfolded: string | null): Button[] {
  const own = offers.buttons.map(offerButton);
  const opened = own.filter((one) => one.does === unfolded);
  if (opened.length) return [...opened, plain("fold", t("back"))];
  for (const one of own)
    if (own.find((other) => other.does === one.does) === one) one.shortcut = KEYS[one.does] ?? "";
  const [wins, rest] = [own.filter(isWin), own.filter((one) => !isWin(one))];
  return [...openButtons(offers, picked), ...wins, ...declareButtons(offers), ...rest];
}
