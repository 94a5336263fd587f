/** The tab on special faces: 王, 金, 财. Every tile below a table asks its table for it. */
import type { SpecialView } from "$frames";
import { getContext, hasContext, setContext } from "svelte";
import { towns } from "../app/towns.svelte.ts";
import { both, t } from "../i18n/index.svelte.ts";

export type Signs = (tile: string) => string;

const CONTEXT = Symbol("signs");

/** Say which faces are special for everything below. */
export function setSigns(
  wild: () => readonly string[],
  town: () => string,
  special: () => readonly SpecialView[] = () => [],
): void {
  setContext<Signs>(CONTEXT, (tile) => {
    if (wild().includes(tile)) return towns.wildSign(town()) || t("wild");
    return both(special().find((one) => one.tile === tile)).slice(0, 1);
  });
}

export function getSigns(): Signs {
  return hasContext(CONTEXT) ? getContext<Signs>(CONTEXT) : () => "";
}
