/** The layout of a table that follows the screen and what lies on it. */
import { settings } from "../settings/settings.svelte.ts";
import type { Content, Rules, Viewport } from "./layout/content.ts";
import { layout, type TableLayout } from "./layout/layout.ts";
import { zones, type Zones } from "./layout/zones.ts";

const LARGE = 1.25;

/** The player's own type size. */
export const typeSize = (): number => (settings.size === "large" ? LARGE : 1);

export class Placing {
  constructor(
    private readonly screen: () => Viewport,
    private readonly rules: () => Rules,
    private readonly content: () => Content,
  ) {}

  /** Equal screens and rules have equal zones. */
  private readonly known = $derived.by(() => JSON.stringify([this.screen(), this.rules()]));

  /** Found anew only when the screen or the rules have changed; null before there is a screen. */
  readonly zones: Zones | null = $derived.by(() => {
    const [viewport, rules] = JSON.parse(this.known) as [Viewport, Rules];
    return viewport.w && viewport.h ? zones(viewport, rules) : null;
  });

  readonly layout: TableLayout | null = $derived.by(
    () => this.zones && layout(this.screen(), this.content(), this.zones),
  );
}
