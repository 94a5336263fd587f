/** What happened, in words: for the log, for screen readers and for the voice that calls 碰. */
import type { GameEvent, Seat, TableView, Tile } from "$frames";
import { sortTiles } from "../ui/tiles.ts";
import type { Key } from "../i18n/index.svelte.ts";

export interface Teller {
  t: (key: Key, given?: Record<string, string | number>) => string;
  name: (seat: Seat) => string;
  tile: (tile: Tile) => string;
  mark: (key: string, value: unknown) => string;
  pattern: (zh: string) => string;
  pile: (key: string) => string;
  me: Seat | null;
}

export type Call = "chow" | "pong" | "kong" | "win" | "flower" | "declare";
export type Noise = "draw" | "discard" | "claim" | "win" | "turn" | "error" | "tick";

/** One line of the log. */
export interface Told {
  seat: Seat | null;
  text: string;
  tiles: Tile[];
  call?: Call;
  noise?: Noise;
  /** Said aloud in words of one syllable. */
  word?: string;
}

const KONGS = new Set(["exposed", "added", "concealed"]);

export function narrate(event: GameEvent, teller: Teller): Told | null {
  const told = tellOf(event, teller);
  return told && { ...told, text: told.text.charAt(0).toUpperCase() + told.text.slice(1) };
}

function tellOf(event: GameEvent, teller: Teller): Told | null {
  const { t, name } = teller;
  const list = (tiles: readonly Tile[]) => tiles.map(teller.tile).join(t("list_comma"));
  const told = (
    seat: Seat | null,
    text: string,
    tiles: Tile[] = [],
    more: Partial<Told> = {},
  ): Told => ({
    seat,
    text,
    tiles,
    ...more,
  });
  switch (event.event) {
    case "seated":
      return told(event.dealer, t("told_seated", { who: name(event.dealer) }));
    case "rolled":
      return told(
        event.seat ?? null,
        t("told_rolled", {
          who: event.seat ? name(event.seat) : "",
          dice: event.dice.join(t("list_comma")),
        }),
      );
    case "indicated":
      return told(
        null,
        t("told_indicated", { tile: teller.tile(event.tile), wild: list(event.wild) }),
        [event.tile],
      );
    case "drawn":
      return drawn(event.seat, event.tile, teller);
    case "discarded":
      return discarded(event.seat, event.tile, event.declared ?? "", teller);
    case "melded":
      return melded(event, teller);
    case "kongdeclared":
      return told(
        event.seat,
        t("told_adding", { who: name(event.seat), tile: teller.tile(event.tile) }),
        [event.tile],
      );
    case "laid":
      return told(
        event.seat,
        t("told_laid", {
          who: name(event.seat),
          pile: teller.pile(event.pile),
          tiles: list(event.tiles),
        }),
        event.tiles,
        event.pile === "flowers" ? { call: "flower", noise: "claim" } : { noise: "discard" },
      );
    case "setaside":
      return told(null, t("told_aside", { tile: teller.tile(event.tile) }), [event.tile]);
    case "turnedup":
      return told(event.seat, t("told_turned", { tiles: list(event.tiles) }), event.tiles, {
        noise: "claim",
      });
    case "cast":
      return told(
        event.seat,
        t("told_cast", { who: name(event.seat), tiles: list(event.tiles) }),
        event.tiles,
        {
          noise: "discard",
        },
      );
    case "marked":
      return marked(event.seat, event.mark, event.value, teller);
    case "won":
      return won(event, teller);
    case "left":
      return told(event.seat, t("told_left", { who: name(event.seat) }));
    case "ended":
      return ended(event, teller);
    default:
      return null;
  }
}

function drawn(seat: Seat, tile: Tile | null, { t, tile: say, me }: Teller): Told | null {
  if (seat !== me || tile === null) return { seat, text: "", tiles: [], noise: "draw" };
  return { seat, text: t("told_drawn", { tile: say(tile) }), tiles: [tile], noise: "draw" };
}

function discarded(seat: Seat, tile: Tile, declared: string, teller: Teller): Told {
  const { t, name } = teller;
  const given = { who: name(seat), tile: teller.tile(tile), what: teller.mark(declared, 1) };
  if (!declared) return { seat, text: t("told_discarded", given), tiles: [tile], noise: "discard" };
  const word = t("word_declare");
  return {
    seat,
    text: t("told_declared", given),
    tiles: [tile],
    noise: "claim",
    call: "declare",
    word,
  };
}

function melded(event: Extract<GameEvent, { event: "melded" }>, teller: Teller): Told {
  const { t, name } = teller;
  const { kind, tiles, claimed } = event.meld;
  const call: Call = KONGS.has(kind) ? "kong" : (kind as Call);
  const shown = claimed ?? tiles[0];
  const key = kind === "concealed" ? "told_concealed" : (`told_${call}` as Key);
  const text = t(key, { who: name(event.seat), tile: shown ? teller.tile(shown) : "" });
  return {
    seat: event.seat,
    text: text.trim(),
    tiles: sortTiles(tiles),
    call,
    noise: "claim",
    word: t(`word_${call}` as Key),
  };
}

function marked(seat: Seat | null, mark: string, value: unknown, teller: Teller): Told | null {
  const label = teller.mark(mark, value);
  if (!label || seat === null) return null;
  return {
    seat,
    text: teller.t("told_marked", { who: teller.name(seat), mark: label }),
    tiles: [],
  };
}

function won(event: Extract<GameEvent, { event: "won" }>, teller: Teller): Told {
  const { t, name } = teller;
  const text = t(
    event.by === "self_draw"
      ? "told_self_draw"
      : event.by === "rob_kong"
        ? "told_robbed"
        : "told_won",
    {
      who: name(event.seat),
      from: event.payer ? name(event.payer) : "",
      tile: event.tile ? teller.tile(event.tile) : "",
      patterns: event.patterns.map(teller.pattern).join(t("list_comma")),
      value: event.value,
    },
  );
  return {
    seat: event.seat,
    text,
    tiles: event.tile ? [event.tile] : [],
    call: "win",
    noise: "win",
    word: t("word_win"),
  };
}

function ended(event: Extract<GameEvent, { event: "ended" }>, { t, name }: Teller): Told {
  const next = event.next_dealer ? t("told_next", { who: name(event.next_dealer) }) : "";
  const how =
    event.how === "draw" ? t("told_draw") : event.how === "abandoned" ? t("told_abandoned") : "";
  return { seat: null, text: `${how}${next}` || t("told_over"), tiles: [] };
}

/** What a player who cannot see hears when a round begins. */
export function opening(view: TableView, teller: Teller): string {
  const { t } = teller;
  const own = view.seats.find((seat) => seat.seat === view.me)?.tiles ?? [];
  return [
    t("say_round", { n: view.round }),
    view.dealer ? t("say_dealer", { who: teller.name(view.dealer) }) : "",
    view.wild.length
      ? t("say_wild", { tiles: view.wild.map(teller.tile).join(t("list_comma")) })
      : "",
    own.length ? t("say_own", { tiles: own.map(teller.tile).join(t("list_comma")) }) : "",
  ]
    .filter(Boolean)
    .join(t("sentence_gap"));
}
