/** A number counts up to what it is. */
import { signed } from "../i18n/index.svelte.ts";
import { moves } from "../settings/settings.svelte.ts";

const COUNT_MS = 500;

/** What is shown after a share of the time. */
export const countedAt = (value: number, share: number): number =>
  Math.round(value * (1 - (1 - Math.min(1, share)) ** 3));

/** Let the text of an element count up to a number, if things may move. */
export function counted(node: HTMLElement, value: number): void {
  if (!moves() || !value) return;
  const start = performance.now();
  const step = (now: number) => {
    const share = (now - start) / COUNT_MS;
    node.textContent = signed(countedAt(value, share));
    if (share < 1 && node.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
