/** The small signs beside a seat: dealer, marks, facts, connection. What they mean comes from the server. */
import type { Seat, ChairView, FactView, MarkView, SeatView, TableView } from "$frames";
import { towns } from "../app/towns.svelte.ts";
import { both, lang, t } from "../i18n/index.svelte.ts";

export interface Chip {
  key: string;
  text: string;
  look: "" | "dealer" | "ready" | "sealed" | "out" | "warn" | "pile";
  /** The rule that explains it, where it is known. */
  rule?: string | undefined;
  /** Its Chinese name, by which the rulebook can be searched. */
  zh?: string;
  note?: string;
}

const LOOKS: Record<string, Chip["look"]> = {
  ting: "ready",
  tianting: "ready",
  ready: "ready",
  sealed: "sealed",
  locked: "sealed",
  caishen: "out",
  you: "out",
  gold_out: "out",
  chongfengji: "out",
};
/** Facts that are drawn elsewhere: as waits, or on the tiles. */
const DRAWN = new Set(["wait", "waits", "declare"]);
/** The longest fact that still is a chip, in signs. */
const LONGEST = { zh: 9, en: 18 };

export function chipsOf(
  view: TableView,
  seat: SeatView,
  name: (seat: Seat) => string,
  info?: ChairView,
): Chip[] {
  const facts = (view.facts ?? []).filter((fact) => fact.seat === seat.seat && isShort(fact));
  return [
    ...dealer(view, seat),
    ...presence(info),
    ...seat.marks.map((mark) => markChip(mark, view.variant)),
    ...facts.map((fact, at) => factChip(fact, at, name)),
  ];
}

/** All but the last so many, for which one chip stands. */
export function fewer(chips: Chip[], more: number): Chip[] {
  if (!more) return chips;
  const shown = chips.length - more;
  const note = chips
    .slice(shown)
    .map((chip) => chip.text)
    .join(t("list_comma"));
  return [...chips.slice(0, shown), { key: "more", text: `+${more}`, look: "", note }];
}

function isShort(fact: FactView): boolean {
  return !DRAWN.has(fact.key) && both(fact).length <= LONGEST[lang()];
}

function dealer(view: TableView, seat: SeatView): Chip[] {
  if (view.dealer !== seat.seat) return [];
  const text = view.streak > 0 ? t("dealer_streak", { n: view.streak }) : t("dealer");
  return [{ key: "dealer", text, look: "dealer", note: t("dealer_note", { n: view.streak }) }];
}

export function markChip(mark: MarkView, town: string): Chip {
  const known = towns.get(town)?.marks.find((one) => one.key === mark.key);
  const counted = known?.counted && typeof mark.value === "number";
  const text = both(mark) + (counted ? ` ${String(mark.value)}` : "");
  return {
    key: `mark ${mark.key}`,
    text,
    look: LOOKS[mark.key] ?? (mark.public === false ? "warn" : ""),
    zh: mark.zh,
  };
}

export function factChip(fact: FactView, at: number, name: (seat: Seat) => string): Chip {
  return {
    key: `fact ${fact.key} ${at}`,
    text: withNames(both(fact), name),
    look: "warn",
    rule: fact.rule,
    zh: fact.zh,
  };
}

function presence(info: ChairView | undefined): Chip[] {
  const chips: Chip[] = [];
  const add = (key: string, text: string, note: string) =>
    chips.push({ key, text, look: "", note });
  if (!info) return chips;
  if (info.gone) add("gone", t("gone"), t("gone_note"));
  else if (info.trustee) add("trustee", t("trustee"), t("trustee_note"));
  else if (info.person && !info.online) add("offline", t("offline"), t("offline_note"));
  if (info.chosen === true) add("chosen", t("chosen"), t("chosen_note"));
  if (info.chosen === false) add("choosing", t("choosing"), t("chosen_note"));
  return chips;
}

/** Facts name seats by letters; a player knows names. */
export function withNames(text: string, name: (seat: Seat) => string): string {
  return text.replace(/(?<![A-Za-z0-9-])[A-D](?![A-Za-z0-9-])/g, (letter) => name(letter as Seat));
}
