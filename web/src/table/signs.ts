/** The tab on special faces: 王, 金, 财. Every tile below a table asks its table for it. */
import type { SpecialView } from "$frames";
import { getContext, hasContext, setContext } from "svelte";
import { towns } from "../app/towns.svelte.ts";
import { both } from "../i18n/index.svelte.ts";

/** What stands on a tile, and what it means. */
export interface Sign {
  sign: string;
  name: string;
}
export type Signs = (tile: string) => Sign | null;

const CONTEXT = Symbol("signs");

/** Say which faces are special for everything below. */
export function setSigns(
  wild: () => readonly string[],
  town: () => string,
  special: () => readonly SpecialView[] = () => [],
): void {
  setContext<Signs>(CONTEXT, (tile) => {
    if (wild().includes(tile)) return towns.wildSign(town());
    const found = special().find((one) => one.tile === tile);
    return found ? { sign: found.zh.slice(0, 1), name: both(found) } : null;
  });
}

export function getSigns(): Signs {
  return hasContext(CONTEXT) ? getContext<Signs>(CONTEXT) : () => null;
}
