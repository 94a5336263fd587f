/** Short words at the foot of the page. */
export interface Toast {
  id: number;
  text: string;
  rule?: string | undefined;
  town?: string | undefined;
  action?: { label: string; run: () => void };
  busy?: boolean;
  /** A toast with a key replaces the one with the same key and stays until it is taken away. */
  key?: string;
}

class Toasts {
  all: Toast[] = $state([]);
  private next = 1;

  /** Say something for a few seconds. */
  say(text: string, more: Omit<Toast, "id" | "text"> = {}, ms = 3600): void {
    const toast = { id: this.next++, text, ...more };
    this.all = [...this.all.filter((one) => !more.key || one.key !== more.key), toast].slice(-3);
    if (!more.key) setTimeout(() => this.drop(toast.id), ms);
  }

  /** Take one away. */
  drop(id: number): void {
    this.all = this.all.filter((one) => one.id !== id);
  }

  /** Take the lasting one of this key away. */
  clear(key: string): void {
    this.all = this.all.filter((one) => one.key !== key);
  }
}

export const toasts = new Toasts();
