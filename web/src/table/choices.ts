/** The choices of an ask, put where the player looks for them. It knows no rule: every choice comes from the server. */
import type { ActionChoice, Tile, OutgoingAsk } from "$frames";

export interface Offered {
  /** What a tile of the hand does when it is discarded. */
  discards: Map<Tile, ActionChoice>;
  /** Discards that declare something with them (报听, 天听). */
  declares: ActionChoice[];
  /** An open choice of tiles (甩牌, 换三张). */
  open: ActionChoice | null;
  /** Everything with a button of its own: claims, declarations, win, pass. */
  buttons: ActionChoice[];
}

/** The most valuable first; what a town adds comes before the pass. */
const ORDER = ["win", "kong", "pong", "chow", "", "pass"];
const place = ({ do: verb }: ActionChoice) => ORDER.indexOf(ORDER.includes(verb) ? verb : "");

export function offered(ask: OutgoingAsk | null): Offered {
  const found: Offered = { discards: new Map(), declares: [], open: null, buttons: [] };
  for (const choice of ask?.choices ?? []) {
    if (choice.do === "discard" && choice.tile) {
      if (choice.declare) found.declares.push(choice);
      else found.discards.set(choice.tile, choice);
    } else if (choice.sizes?.length) found.open = choice;
    else if (choice.do !== "leave") found.buttons.push(choice);
  }
  found.buttons.sort((a, b) => place(a) - place(b));
  return found;
}

const CLAIMS = new Set(["chow", "pong"]);

/** The pass of an ask that offers a tile for a chow or a pong alone; null if there is anything else to decide. */
export function passOfClaims(ask: OutgoingAsk | null): ActionChoice | null {
  const choices = ask?.choices ?? [];
  const pass = choices.find((one) => one.do === "pass");
  const claims = choices.filter((one) => one !== pass && one.do !== "leave");
  return pass && claims.length && claims.every((one) => CLAIMS.has(one.do)) ? pass : null;
}

/** Whether so many tiles answer an open choice. */
export function isWhole(choice: ActionChoice, picked: readonly Tile[]): boolean {
  return choice.sizes?.includes(picked.length) ?? false;
}

/**
 * Whether another tile may be picked: there is room, and no more of a kind than the choice names. Where it asks for
 * one suit, the first tile decides, and its suit must have enough of them.
 */
export function canPick(choice: ActionChoice, picked: readonly Tile[], tile: Tile): boolean {
  const { tiles = [], sizes = [], one_suit = false } = choice;
  const count = (all: readonly Tile[]) => all.filter((one) => one === tile).length;
  const suit = tiles.filter((one) => one[1] === tile[1]);
  const fits = picked[0] ? picked[0][1] === tile[1] : suit.length >= Math.min(...sizes);
  return picked.length < Math.max(...sizes) && count(tiles) > count(picked) && (fits || !one_suit);
}
