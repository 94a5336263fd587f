/** The tab on special faces: 王, 金, 财. Every tile below a table asks its table for it. */
import { getContext, hasContext, setContext } from "svelte";
import { t, type Key } from "../i18n/index.svelte.ts";
import { zh } from "../i18n/zh.ts";

export type Signs = (tile: string) => string;

const CONTEXT = Symbol("signs");

/** Say which faces are special for everything below. */
export function setSigns(wild: () => readonly string[], town: () => string): void {
  const sign = () => {
    const key = `wild_${town()}`;
    return t((key in zh ? key : "wild_other") as Key);
  };
  setContext<Signs>(CONTEXT, (tile) => (wild().includes(tile) ? sign() : ""));
}

export function getSigns(): Signs {
  return hasContext(CONTEXT) ? getContext<Signs>(CONTEXT) : () => "";
}
