/** Names of patterns. */
import type { Variant } from "../app/answers.ts";
import { both } from "../i18n/index.svelte.ts";

/** The names of patterns by their keys; one that counts several times with its number: 财飘×2. */
export function patternNames(variant: Variant | undefined, keys: readonly string[]): string[] {
  return [...new Set(keys)].map((key) => {
    const times = keys.filter((other) => other === key).length;
    const name = both(variant?.patterns.find((one) => one.key === key || one.zh === key)) || key;
    return times > 1 ? `${name}×${times}` : name;
  });
}
