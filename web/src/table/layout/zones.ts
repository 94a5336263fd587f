/** Where everything lives. Zones know the screen and the rules, never the hand being played: so nothing can jump. */
import type { Rules, Viewport } from "./content.ts";
import type { How, Zones } from "./structure.ts";
import { structure } from "./structure.ts";
import { clamp } from "./shape.ts";

export type { Zones } from "./structure.ts";

/** Discards for which the rivers have room, by players. */
const RESERVED: Record<number, number> = { 2: 36 };
const USUAL = 24;
/** With fewer the newest show and the rest scrolls. */
const ENOUGH = 18;
const TYPE_STEP = 0.06;
const SHRINKS = [1, 0.94, 0.88, 0.82, 0.76];
const TIGHT_SHRINKS = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];

/** Type grows with the screen, and with the player's own wish on top of it; then it gives way step by step. */
function typeScales({ w, h, type }: Viewport): number[] {
  const scales = [];
  const wanted = clamp(1 + (Math.min(w, h) - 600) / 1800, 1, 1.45) * type;
  for (let scale = wanted; scale > 1; scale -= TYPE_STEP) scales.push(Number(scale.toFixed(2)));
  return [...scales, 1];
}

function reserves(players: number): [reserve: number, tight: boolean][] {
  const tight = [ENOUGH, 12, 8, 6, 4].map((one): [number, boolean] => [one, true]);
  return [[RESERVED[players] ?? USUAL, false], [ENOUGH, false], ...tight];
}

function* ways(scale: number, reserve: number, tight: boolean): Generator<How> {
  const same = { scale, reserve, tight };
  for (const shrink of tight ? TIGHT_SHRINKS : SHRINKS)
    for (const rows of [1, 2] as const) {
      yield { ...same, kind: "stack", rows, lines: 2, shrink };
      yield { ...same, kind: "stack", rows, lines: 1, shrink };
      yield { ...same, kind: "wide", rows, lines: 1, shrink };
    }
}

function best(viewport: Viewport, rules: Rules, scale: number): Zones | null {
  for (const [reserve, tight] of reserves(rules.players)) {
    if (reserve < ENOUGH && scale > 1) return null;
    const found: Zones[] = [];
    for (const how of ways(scale, reserve, tight)) {
      const one = structure(viewport, rules, how, found[0]?.joy);
      if (one) found[0] = one;
    }
    if (found[0]) return found[0];
  }
  return null;
}

/** The structure that is best to read. Large type gives way before a river has to scroll. */
function search(viewport: Viewport, rules: Rules): Zones | null {
  for (const scale of typeScales(viewport)) {
    const found = best(viewport, rules, scale);
    if (found) return found;
  }
  return null;
}

/** The zones; on less than any phone they are laid out larger and scaled down as one picture. */
export function zones(viewport: Viewport, rules: Rules): Zones {
  for (let zoom = 1; zoom < 8; zoom += 0.1) {
    const [w, h] = [Math.floor(viewport.w * zoom), Math.floor(viewport.h * zoom)];
    const found = search({ w, h, type: zoom > 1 ? 1 : viewport.type }, rules);
    if (found) return { ...found, zoom: 1 / zoom };
  }
  throw new Error(`no table fits ${viewport.w}×${viewport.h}`);
}
