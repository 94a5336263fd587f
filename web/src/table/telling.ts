/** What the prompt says: buttons, waits, and one sentence. */
import type { ChairView, TableView, WaitView } from "$frames";
import { both, t } from "../i18n/index.svelte.ts";
import { settings } from "../settings/settings.svelte.ts";
import { buttonsOf, declaringButtons, type Button } from "./buttons.ts";
import type { Play } from "./play.svelte.ts";
import { isDead } from "./ready.ts";
import type { TableState } from "./state.svelte.ts";

export interface Told {
  buttons: Button[];
  waits: WaitView[];
  /** The waits are those after the lifted tile has gone. */
  after: boolean;
  said: string;
  /** The sentence says why not, by this rule. */
  warns: boolean;
  rule: string | undefined;
  /** One may ask why something is not offered. */
  why: boolean;
}

type Sentence = Pick<Told, "said" | "warns" | "rule">;

const SILENCE: Sentence = { said: "", warns: false, rule: undefined };
const quietly = (said: string): Sentence => ({ ...SILENCE, said });
const warning = (said: string, rule?: string): Sentence => ({ said, warns: true, rule });

/** What the hand waits for: with a lifted tile what it would wait for without it. */
export function waitsOf(play: Play, view: TableView): Pick<Told, "waits" | "after"> {
  if (settings.hints === "off") return { waits: [], after: false };
  if (play.after) return { waits: play.after, after: true };
  const isElse = play.declaring || (play.isTurn && play.lifted && play.ready.size > 0);
  return { waits: isElse ? [] : (view.waits ?? []), after: false };
}

/** How many tiles an open choice takes. */
function picking(play: Play): string {
  const sizes = (play.offers.open?.sizes ?? []).filter(Boolean);
  if (!sizes.length) return t("pick_nothing");
  return t("pick_count", { n: play.pickedTiles.length, sizes: sizes.join("/") });
}

function idle(game: TableState, play: Play, view: TableView): string {
  if (game.ask && !play.open) return "";
  if (play.isTurn) return t(play.declaring ? "declare_which" : "your_turn");
  if (view.stage === "opening") return t("opening");
  const others = view.turn && view.turn !== view.me ? view.turn : null;
  return others ? t("waiting_for", { who: game.name(others) }) : "";
}

function sentence(game: TableState, play: Play, isBusy: boolean, view: TableView): Sentence {
  if (game.refusal) return warning(game.refusal.text, game.refusal.rule);
  const hints = settings.hints !== "off";
  if (hints && game.barred) return warning(both(game.barred), game.barred.rule);
  if (hints && play.declaring && play.after && isDead(play.after)) return warning(t("dead_wait"));
  if (play.offers.open) return quietly(picking(play));
  return isBusy ? SILENCE : quietly(idle(game, play, view));
}

/** Everything that the prompt says; a trustee leaves nothing to say. */
export function telling(
  game: TableState,
  play: Play,
  view: TableView,
  info: ChairView | undefined,
): Told {
  if (info?.trustee) return { ...SILENCE, buttons: [], waits: [], after: false, why: false };
  const buttons = play.declaring
    ? declaringButtons(play.declared)
    : buttonsOf(play.offers, play.pickedTiles.length, play.unfolded);
  const { waits, after } = waitsOf(play, view);
  const isBusy = buttons.length > 0 || waits.length > 0;
  const why = !buttons.length && view.stage !== "over" && !!game.seat;
  return { buttons, waits, after, why, ...sentence(game, play, isBusy, view) };
}

/** What the band of the own turn says; empty if it is not the own turn. */
export function turnWord(play: Play): string {
  if (play.declaring) return t("turn_declare");
  const { open, buttons } = play.offers;
  const isAsked = play.open !== null && !buttons.some((one) => one.do === "pass");
  return play.isTurn || open || isAsked ? t("turn") : "";
}
