/** The choices of an ask, put where the player looks for them. It knows no rule: every choice comes from the server. */
import type { ActionChoice, Tile, OutgoingAsk } from "$frames";

export interface Offered {
  /** What a tile of the hand does when it is discarded. */
  discards: Map<Tile, ActionChoice>;
  /** Discards that declare something with them (报听, 天听). */
  declares: ActionChoice[];
  /** An open choice of tiles (甩牌). */
  thrown: ActionChoice | null;
  /** Everything with a button of its own, in the order win, kong, pong, chow, …, pass. */
  buttons: ActionChoice[];
}

const ORDER = ["chow", "pong", "kong", "piao", "throw", "win", "leave", "pass"];

export function offered(ask: OutgoingAsk | null): Offered {
  const found: Offered = { discards: new Map(), declares: [], thrown: null, buttons: [] };
  for (const choice of ask?.choices ?? []) {
    if (choice.do === "discard" && choice.tile) {
      if (choice.declare) found.declares.push(choice);
      else found.discards.set(choice.tile, choice);
    } else if (choice.do === "throw" && choice.sizes) found.thrown = choice;
    else if (choice.do !== "leave") found.buttons.push(choice);
  }
  found.buttons.sort((a, b) => ORDER.indexOf(a.do) - ORDER.indexOf(b.do));
  return found;
}

/** Whether these tiles can be thrown: their number is allowed. */
export function canThrow(choice: ActionChoice, chosen: readonly Tile[]): boolean {
  return choice.sizes?.includes(chosen.length) ?? false;
}

/** The largest number of tiles that may be thrown. */
export function mostThrown(choice: ActionChoice): number {
  return Math.max(0, ...(choice.sizes ?? []));
}

/** Which of the held tiles may be thrown: no more of a kind than the choice names. */
export function throwable(choice: ActionChoice, chosen: readonly Tile[], tile: Tile): boolean {
  const count = (tiles: readonly Tile[]) => tiles.filter((one) => one === tile).length;
  return count(choice.tiles ?? []) > count(chosen);
}
