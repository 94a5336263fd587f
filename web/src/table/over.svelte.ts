/** Where words that come and go stand: over the felt, where they cover nothing that is tapped. */
import type { Zones } from "./layout/zones.ts";

/** Tell toasts and votes where the felt is. */
export function overFelt(zones: () => Zones | null, screen: () => Element | undefined): void {
  $effect(() => {
    const found = zones();
    if (!found) return;
    const { style } = document.documentElement;
    const { felt } = found.box;
    const above = screen()?.getBoundingClientRect().top ?? 0;
    const put = (what: string, px: number) =>
      style.setProperty(`--over-${what}`, `${Math.round(px)}px`);
    put("top", above + (felt.y + 4) * found.zoom);
    put("left", (felt.x + felt.w / 2) * found.zoom);
    put("width", felt.w * found.zoom);
    return () => {
      for (const one of ["top", "left", "width"]) style.removeProperty(`--over-${one}`);
    };
  });
}
