/** The server's story as this player reads and hears it. */
import type { GameEvent, Seat, Sentence, TableView, Tile } from "$frames";
import { both, lang, t } from "../i18n/index.svelte.ts";
import { tileName } from "../ui/tiles.ts";
import type { Noise } from "./sound.ts";

export type Name = (seat: Seat) => string;

const NOISES: Partial<Record<GameEvent["event"], Noise>> = {
  drawn: "draw",
  discarded: "discard",
  laid: "discard",
  cast: "discard",
  turnedup: "claim",
};

/** A sentence with names in the places of seats. */
export function told(sentence: Sentence | null | undefined, name: Name): string {
  const text = both(sentence ?? undefined).replace(/\{([A-D])\}/g, (_, seat: Seat) => name(seat));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Everything that happened in a step, as one sentence. */
export function toldAll(story: readonly (Sentence | null)[], name: Name): string {
  return story
    .map((sentence) => told(sentence, name))
    .filter(Boolean)
    .join(t("list_comma"));
}

/** What an event sounds like. */
export function noiseOf(
  event: GameEvent,
  sentence: Sentence | null | undefined,
): Noise | undefined {
  if (!sentence?.call) return NOISES[event.event];
  return sentence.call === "win" ? "win" : "claim";
}

/** Names of tiles, one after the other. */
export function tileNames(tiles: readonly Tile[]): string {
  return tiles.map((tile) => tileName(tile, lang())).join(t("list_comma"));
}

/** What a player who cannot see hears when a round begins. */
export function opening(view: TableView, name: Name): string {
  const own = view.seats.find((seat) => seat.seat === view.me)?.tiles ?? [];
  return [
    t("say_round", { n: view.round }),
    view.dealer ? t("say_dealer", { who: name(view.dealer) }) : "",
    view.wild.length ? t("say_wild", { tiles: tileNames(view.wild) }) : "",
    own.length ? t("say_own", { tiles: tileNames(own) }) : "",
  ]
    .filter(Boolean)
    .join(t("sentence_gap"));
}
