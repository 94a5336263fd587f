/** What a player has chosen for himself, kept in this browser. */
export interface Settings {
  lang: "zh" | "en";
  theme: "auto" | "light" | "dark";
  contrast: boolean;
  size: "normal" | "large";
  corner: "auto" | "on" | "off";
  oneTap: boolean;
  guard: boolean;
  hints: "off" | "waits" | "full";
  /** How loud tiles, calls and cues are. */
  volume: number;
  voice: number;
  cues: number;
  muted: boolean;
  /** Discards are named aloud. */
  names: boolean;
  vibrate: boolean;
  keys: boolean;
  motion: "auto" | "on" | "off";
  sort: "auto" | "own";
  town: string;
  level: string;
  felt: "auto" | "blue" | "wood" | "red";
  backs: "auto" | "blue" | "plum";
  faces: "auto" | "white";
}

export const DEFAULTS: Settings = {
  lang: "zh",
  theme: "auto",
  contrast: false,
  size: "normal",
  corner: "auto",
  oneTap: false,
  guard: true,
  hints: "waits",
  volume: 0.6,
  voice: 0.4,
  cues: 0.5,
  muted: false,
  names: false,
  vibrate: true,
  keys: true,
  motion: "auto",
  sort: "auto",
  town: "",
  level: "",
  felt: "auto",
  backs: "auto",
  faces: "auto",
};

const KEY = "quexiang.settings";

/** Read kept settings; whatever is unknown or of the wrong type takes its default. */
export function readSettings(text: string | null, spoken: readonly string[] = []): Settings {
  const kept = parse(text);
  const read = { ...DEFAULTS, lang: firstLanguage(spoken) } as Record<string, unknown>;
  for (const [key, value] of Object.entries(DEFAULTS)) {
    if (typeof kept[key] === typeof value) read[key] = kept[key];
  }
  return read as unknown as Settings;
}

/** The language to begin with: Chinese, unless the browser speaks others only. */
export function firstLanguage(spoken: readonly string[]): Settings["lang"] {
  return !spoken.length || spoken.some((one) => /^zh\b/i.test(one)) ? "zh" : "en";
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A value kept in this browser; without storage (private windows) it lives with the page. */
export const kept = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Nothing to do: the page works without.
    }
  },
};

export const settings: Settings = $state(
  readSettings(kept.get(KEY), globalThis.navigator?.languages),
);

/** Keep the settings as they are now. */
export function keepSettings(): void {
  kept.set(KEY, JSON.stringify(settings));
}

const asksLittleMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether things may move. */
export function moves(): boolean {
  return settings.motion === "auto" ? !asksLittleMotion() : settings.motion === "on";
}
