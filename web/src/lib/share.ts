/** Give a link away: by the system's share sheet, or else by the clipboard. */
import { t } from "./i18n/index.svelte.ts";
import { toasts } from "./toasts.svelte.ts";

export async function share(url: string, text: string): Promise<void> {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url, text }).catch(() => undefined);
    return;
  }
  const done = await copy(url);
  toasts.say(done ? t("copied") : url, {}, done ? 3600 : 12_000);
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
