/** The account of a round as this player reads it: his own part first. */
import type { PaymentView, Seat, SetView, TableView, Tile, WinView } from "$frames";
import { lang, t } from "../i18n/index.svelte.ts";
import { tileName } from "../ui/tiles.ts";

const LETTERS = "ABCD";
const indexOf = (seat: Seat) => LETTERS.indexOf(seat);

export interface Total {
  seat: Seat;
  change: number;
  /** The sum of the match with this round. */
  total: number;
}

/** What everybody has won or lost, the beholder first, then as they sit. */
export function totalsOf({ changes, scores }: TableView, me: Seat | null): Total[] {
  const all = changes.map((change, at) => ({
    seat: LETTERS[at] as Seat,
    change,
    total: (scores[at] ?? 0) + change,
  }));
  const first = me ? indexOf(me) : 0;
  return [...all.slice(first), ...all.slice(0, first)];
}

/** Payments, the beholder's own first. */
export function paymentsOf(paid: readonly PaymentView[], me: Seat | null): PaymentView[] {
  const isMine = ({ payer, payee }: PaymentView) => me !== null && (payer === me || payee === me);
  return [...paid.filter(isMine), ...paid.filter((one) => !isMine(one))];
}

/** What a payment does to the beholder; of others just what it is. */
export function signedFor({ payer, amount }: PaymentView, me: Seat | null): number {
  return me !== null && payer === me ? -amount : amount;
}

const KEYS = { self_draw: "won_by_draw", discard: "won_tile", rob_kong: "won_kong" } as const;

/** Who won by what; never what it cost. */
export function headline(
  { wins = [], end }: Pick<TableView, "wins" | "end">,
  name: (seat: Seat) => string,
): string {
  const says = ({ seat, tile, by }: WinView) =>
    t(KEYS[by], { who: name(seat), tile: tile ? tileName(tile, lang()) : "" }).trim();
  if (wins.length) return wins.map(says).join(t("list_comma"));
  return end?.how === "abandoned" ? t("told_abandoned") : t("drawn_word");
}

/** Where the winning tile lies among the sets: in the last that has it. */
export function wonPlace(
  sets: readonly SetView[],
  tile: Tile | null,
): { set: number; at: number } | null {
  const set = tile ? sets.findLastIndex(({ tiles }) => tiles.includes(tile)) : -1;
  return set < 0 || !tile ? null : { set, at: sets[set]?.tiles.lastIndexOf(tile) ?? 0 };
}
