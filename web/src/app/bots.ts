/** Bots by level: the server knows which there are, and what they are called. */
import type { Level } from "./answers.ts";
import { both, t, type Key } from "../i18n/index.svelte.ts";
import { zh } from "../i18n/zh.ts";
import { settings } from "../settings/settings.svelte.ts";
import { towns } from "./towns.svelte.ts";

const USUAL = "skilled";

/** The level that the player has chosen for quick play and empty seats. */
export function ownLevel(): string {
  return towns.levels.some((one) => one.key === settings.level) ? settings.level : USUAL;
}

/** The levels, the weakest first. */
export function levels(): Level[] {
  return towns.levels;
}

/** The name of a level; one that nobody offers any more keeps the name it had. */
export function botLevel(level: string): string {
  const known = towns.levels.find((one) => one.key === level);
  if (known) return both(known);
  const key = `level_${level}`;
  return key in zh ? t(key as Key) : level;
}
