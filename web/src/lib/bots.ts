/** Bots by level. */
import type { Variant } from "./api.ts";
import { t, type Key } from "./i18n/index.svelte.ts";
import { zh } from "./i18n/zh.ts";

/** The levels of a town, the one to begin with first. */
export function levels(variant: Variant | undefined): string[] {
  return [...(variant?.bots ?? [])].reverse();
}

/** The name of a level; one that this client does not know keeps its own. */
export function botLevel(level: string): string {
  const key = `level_${level}`;
  return key in zh ? t(key as Key) : level;
}
