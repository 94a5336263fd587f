/** The towns: what the server tells of them, and their pictures. */
import { api, type Level, type Variant } from "./api.ts";
import { both, t, type Key } from "../i18n/index.svelte.ts";
import { knowPrefixes } from "../rules/rules.ts";
import { zh } from "../i18n/zh.ts";

const PICTURES = import.meta.glob<string>("../assets/towns/*.svg", {
  eager: true,
  import: "default",
  query: "?url",
});
const FIRST = ["hangzhou", "anhua", "lanzhou", "zhangzhou", "anshun"];

class Towns {
  all: Variant[] = $state([]);
  levels: Level[] = $state.raw([]);
  failed = $state(false);

  /** Ask the server for the towns, once. */
  async load(): Promise<Variant[]> {
    this.failed = false;
    try {
      const place = (town: Variant) => (FIRST.indexOf(town.key) + 1 || 99) - 1;
      const [found, levels] = await Promise.all([api.variants(), api.levels()]);
      this.levels = levels;
      knowPrefixes(found);
      this.all = [...found].sort((a, b) => place(a) - place(b));
    } catch (no) {
      this.failed = true;
      throw no;
    }
    return this.all;
  }

  /** One town by its key. */
  get(key: string): Variant | undefined {
    return this.all.find((town) => town.key === key);
  }

  /** The name of a town. */
  name(key: string): string {
    return both(this.get(key)) || key;
  }
}

/** The picture of a town; a town without one borrows the mark. */
export function townPicture(key: string): string {
  return PICTURES[`../assets/towns/${key}.svg`] ?? "/mark.svg";
}

/** One line that makes one want to play there. */
export function townLine(key: string): string {
  const line = `${key}_line`;
  return t((line in zh ? line : "other_line") as Key);
}

export const towns = new Towns();
