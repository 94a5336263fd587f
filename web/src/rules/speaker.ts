/** A speaker for scenario lines, in the language in force. */
import type { Seat } from "$frames";
import type { Variant } from "../app/api.ts";
import { both, lang, t, type Key } from "../i18n/index.svelte.ts";
import { zh } from "../i18n/zh.ts";
import type { Speaker } from "./scenario.ts";
import { tileName } from "../ui/tiles.ts";

export function speaker(variant: Variant | undefined, name: (seat: Seat) => string): Speaker {
  return {
    t,
    name,
    tile: (tile) => tileName(tile, lang()),
    state: (key) => {
      const known = `state_${key}`;
      const mark = variant?.marks.find((one) => one.key === key);
      return known in zh ? t(known as Key) : both(mark) || key;
    },
  };
}
