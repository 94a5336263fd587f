/** A teller in the language in force, for one table. */
import type { Seat, TableView } from "$frames";
import type { Variant } from "../app/api.ts";
import { both, lang, t, type Key } from "../i18n/index.svelte.ts";
import { zh } from "../i18n/zh.ts";
import { tileName } from "../ui/tiles.ts";
import type { Teller } from "./narrate.ts";

interface Source {
  variant: Variant | undefined;
  me: Seat | null;
  view: TableView | null;
  name: (seat: Seat) => string;
}

/** Marks whose value says something to a player; the others are just there or not. */
const COUNTED = new Set(["piao", "you", "youjin"]);

export function teller({ variant, me, view, name }: Source): Teller {
  return {
    t,
    me,
    name: (seat) => (seat === me ? t("you") : name(seat)),
    tile: (tile) => tileName(tile, lang()),
    mark: (key, value) => markText(variant, view, key, value),
    pattern: (pattern) => patternText(variant, pattern),
    pile: (key) => pileText(view, key),
  };
}

function markText(
  variant: Variant | undefined,
  view: TableView | null,
  key: string,
  value: unknown,
): string {
  if (!key) return "";
  const shown = view?.seats.flatMap((seat) => seat.marks).find((mark) => mark.key === key);
  const label = both(shown ?? variant?.marks?.find((mark) => mark.key === key));
  const known = `declared_${key}`;
  const text = label || (known in zh ? t(known as Key) : "");
  return COUNTED.has(key) && typeof value === "number" ? `${text} ${value}` : text;
}

/** A pattern's name, with its number where it counts several times (财飘×2). */
export function patternText(variant: Variant | undefined, pattern: string): string {
  if (lang() === "zh") return pattern;
  const [plain = "", times] = pattern.split("×");
  const name = variant?.patterns.find((one) => one.zh === plain)?.en ?? plain;
  return times ? `${name} ×${times}` : name;
}

function pileText(view: TableView | null, key: string): string {
  const pile = view?.seats.flatMap((seat) => seat.piles).find((one) => one.key === key);
  return both(pile) || key;
}
