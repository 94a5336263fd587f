/** Where the seats are on the screen, as the beholder sits. */
import type { Seat } from "$frames";

export type Place = "me" | "right" | "top" | "left";

const LETTERS = "ABCD";
const PLACES: Record<number, Place[]> = {
  2: ["me", "top"],
  3: ["me", "right", "left"],
  4: ["me", "right", "top", "left"],
};

/** The place of a seat; who watches sits behind A. */
export function placeOf(seat: Seat, me: Seat | null | undefined, players: number): Place {
  const steps = LETTERS.indexOf(seat) - LETTERS.indexOf(me ?? "A");
  return PLACES[players]?.[(steps + players) % players] ?? "top";
}

/** An arrow that points to a place. */
export const ARROWS: Record<Place, string> = { me: "↓", right: "→", top: "↑", left: "←" };
