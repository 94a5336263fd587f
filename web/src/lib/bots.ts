/** Bots by level: the server names the levels of each town. */
import type { Variant } from "./api.ts";
import { both, t, type Key } from "./i18n/index.svelte.ts";
import { zh } from "./i18n/zh.ts";

type Named = string | { key: string; zh?: string; en?: string };

/** The levels of a town, whatever form the server gives them in. */
export function levels(variant: Variant | undefined): string[] {
  const bots = (variant?.bots ?? []) as Named[];
  return bots.map((bot) => (typeof bot === "string" ? bot : bot.key));
}

/** The name of a level. */
export function botLevel(variant: Variant | undefined, level: string): string {
  const found = ((variant?.bots ?? []) as Named[]).find((bot) => typeof bot !== "string" && bot.key === level);
  if (found && typeof found !== "string" && found.zh) return both({ zh: found.zh, en: found.en ?? level });
  const key = `level_${level}`;
  return key in zh ? t(key as Key) : level;
}
