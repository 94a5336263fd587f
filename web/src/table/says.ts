/** What the table says to those who listen instead of looking. */
import type { TableView } from "$frames";
import { lang, plain, t } from "../i18n/index.svelte.ts";
import { tileName } from "../ui/tiles.ts";
import type { Says } from "./keys.ts";
import type { TableState } from "./state.svelte.ts";
import { tileNames } from "./story.ts";

function waits(view: TableView): string {
  const list = (view.waits ?? []).map(
    (wait) => `${tileName(wait.tile, lang())} ${t("unseen", { n: wait.unseen })}`,
  );
  return list.length ? t("say_waits", { tiles: list.join(t("list_comma")) }) : t("say_no_waits");
}

function rivers(view: TableView, game: TableState): string {
  const lying = view.seats.map(({ seat, river }) => {
    const tiles = river.filter((one) => !one.taken).map((one) => one.tile);
    return `${game.name(seat)}: ${tileNames(tiles)}`;
  });
  return lying.join(t("sentence_end"));
}

function scores(view: TableView, game: TableState): string {
  const score = ({ seat, score }: TableView["seats"][number], at: number) =>
    `${game.name(seat)} ${plain(score + (view.changes[at] ?? 0))}`;
  return view.seats.map(score).join(t("list_comma"));
}

/** Sentences for the keys of the table. */
export function saysOf(game: TableState, view: () => TableView, help: () => void): Says {
  return {
    waits: () => game.announce(waits(view())),
    rivers: () => game.announce(rivers(view(), game)),
    scores: () => game.announce(scores(view(), game)),
    last: () => game.announce(game.log.at(-1)?.text ?? ""),
    help,
  };
}
