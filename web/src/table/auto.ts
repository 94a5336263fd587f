/** What the player lets run by itself. */
import type { ActionChoice, OutgoingAsk, Tile } from "$frames";
import { passOfClaims } from "./choices.ts";

export interface Auto {
  /** 自动胡: win whenever it is possible; holds for the match. */
  win: boolean;
  /** 不吃碰: pass chows and pongs; kongs and wins are asked. Until the round is over. */
  claims: boolean;
  /** 摸切: discard what was drawn; until the round is over, or a win or kong is possible. */
  draws: boolean;
}

export const OFF: Auto = { win: false, claims: false, draws: false };

/** What holds for the next round. */
export const nextRound = ({ win }: Auto): Auto => ({ ...OFF, win });

const STOPS = new Set(["win", "kong"]);

/** Whether 摸切 ends here, because there is something to decide. */
export const stopsDraws = (auto: Auto, ask: OutgoingAsk | null): boolean =>
  auto.draws && !!ask?.choices.some((one) => STOPS.has(one.do));

/** The answer that needs no player; null if he is to decide. */
export function autoAnswer(
  auto: Auto,
  ask: OutgoingAsk | null,
  drawn: Tile | null,
): ActionChoice | null {
  const choices = ask?.choices ?? [];
  const win = auto.win ? choices.find((one) => one.do === "win") : undefined;
  if (win) return win;
  const pass = auto.claims ? passOfClaims(ask) : null;
  if (pass) return pass;
  return auto.draws && !stopsDraws(auto, ask) ? drawnAway(choices, drawn) : null;
}

function drawnAway(choices: readonly ActionChoice[], drawn: Tile | null): ActionChoice | null {
  const isAway = ({ do: verb, tile, declare }: ActionChoice) =>
    verb === "discard" && tile === drawn && !declare;
  return (drawn && choices.find(isAway)) || null;
}
