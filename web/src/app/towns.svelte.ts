/** The towns, as the server tells of them. */
import { both, t } from "../i18n/index.svelte.ts";
import { knowPrefixes } from "../rules/rules.ts";
import { settings } from "../settings/settings.svelte.ts";
import { api } from "./api.ts";
import type { Level, Variant } from "./answers.ts";

class Towns {
  all: Variant[] = $state([]);
  levels: Level[] = $state.raw([]);
  failed = $state(false);
  /** The town that the player chose last, or the first. */
  chosen: Variant | undefined = $derived(this.get(settings.town) ?? this.all[0]);

  /** Ask the server for the towns, once. */
  async load(): Promise<Variant[]> {
    this.failed = false;
    try {
      const [found, levels] = await Promise.all([api.variants(), api.levels()]);
      this.levels = levels;
      knowPrefixes(found);
      this.all = found;
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

  /** A line that makes one want to play there. */
  tagline(key: string): string {
    const town = this.get(key);
    return both({ zh: town?.tagline_zh ?? "", en: town?.tagline_en ?? "" });
  }

  /** The address of a town's picture; a town without one borrows the mark. */
  picture(key: string): string {
    return this.get(key)?.picture || "/mark.svg";
  }

  /** What stands on a wild tile, in the town's own sign, and what it is called. */
  wildSign(key: string): { sign: string; name: string } {
    const { wild_zh = "", wild_en = "" } = this.get(key) ?? {};
    return { sign: wild_zh || t("wild"), name: both({ zh: wild_zh, en: wild_en }) || t("wild") };
  }
}

export const towns = new Towns();
