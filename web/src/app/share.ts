/** Give a link away: by the system's share sheet, or else by the clipboard. */
import { t } from "../i18n/index.svelte.ts";
import { toasts } from "./toasts.svelte.ts";

export async function share(url: string, text: string): Promise<void> {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url, text }).catch(() => undefined);
    return;
  }
  await copy(url);
}

/** Put a text into the clipboard, or show it where that is not allowed. */
export async function copy(text: string): Promise<void> {
  const done = await write(text);
  toasts.say(done ? t("copied") : text, {}, done ? 3600 : 12_000);
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
