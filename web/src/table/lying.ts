/** What lies on a table, in the words of its layout. */
import type { ChairView, Seat, SeatView, TableView } from "$frames";
import { towns } from "../app/towns.svelte.ts";
import { both, lang } from "../i18n/index.svelte.ts";
import { chipsOf } from "./chips.ts";
import type { Content, PromptContent, Rules, SeatContent } from "./layout/content.ts";
import { placeOf } from "./places.ts";

export const NO_PROMPT: PromptContent = { buttons: [], waits: 0, said: "", why: false, words: 1 };
/** A whole hand of most towns; where more are held, there is room for five sets and a pair. */
const [HAND, LONG_HAND] = [14, 17];
/** Letters are drawn smaller than signs. */
export const wordSize = (): number => (lang() === "zh" ? 1 : 0.68);

const held = ({ count, melds }: SeatView) => count + melds.length * 3;

/** What the zones may know. */
export function rulesOf(view: TableView, tools: number, panel: boolean): Rules {
  const isLong = view.seats.some((seat) => held(seat) > HAND);
  const figures = towns.get(view.variant)?.wild_zh ? 2 : 1;
  return { players: view.players, hand: isLong ? LONG_HAND : HAND, figures, tools, panel };
}

/** Indicator and wild tiles. */
export const figuresOf = ({ indicator, wild }: TableView): string[] =>
  indicator && !wild.includes(indicator) ? [indicator, ...wild] : wild;

/** The place of a discard that declared something. */
export function declaredAt({ marks }: SeatView): number | null {
  const value = marks.find((one) => one.key === "ting")?.value;
  return typeof value === "number" ? value : null;
}

export const pileOf = ({ piles }: SeatView) => piles.filter((pile) => pile.tiles.length);

/** All piles of a seat as one. */
export function pileContent(seat: SeatView): Pick<SeatContent, "pile" | "pileWord"> {
  const piles = pileOf(seat);
  const word = both(piles[0]);
  const pile = piles.reduce((sum, one) => sum + one.tiles.length, 0);
  return { pile, pileWord: lang() === "zh" ? word.slice(0, 1) : word };
}

type Name = (seat: Seat) => string;

function seatContent(view: TableView, seat: SeatView, name: Name, info?: ChairView): SeatContent {
  const declared = declaredAt(seat);
  return {
    name: name(seat.seat),
    concealed: seat.count,
    opened: !!seat.tiles,
    drawn: !!seat.has_drawn,
    melds: seat.melds.map(({ tiles, kind }) => ({
      tiles: tiles.length || 4,
      same: kind !== "chow",
    })),
    ...pileContent(seat),
    chips: chipsOf(view, seat, name, info).map((chip) =>
      chip.look === "sealed" ? `锁${chip.text}` : chip.text,
    ),
    river: seat.river.length,
    declared: declared !== null && declared < seat.river.length ? declared : null,
  };
}

/** The content of a table as its beholder sees it. */
export function contentOf(
  view: TableView,
  rules: Rules,
  name: Name,
  chairs: readonly ChairView[] = [],
  prompt: PromptContent = NO_PROMPT,
): Content {
  const seats: Content["seats"] = {};
  for (const seat of view.seats) {
    const info = chairs.find((one) => one.seat === seat.seat);
    const place = placeOf(seat.seat, view.me, view.players);
    seats[place] = seatContent(view, seat, name, info);
  }
  const [figures, turned] = [figuresOf(view).length, (view.turned ?? []).length];
  return { rules, seats, figures, turned, prompt };
}
