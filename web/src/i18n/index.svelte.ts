/** The two languages: Chinese by default, English complete. */
import { settings } from "../settings/settings.svelte.ts";
import { en } from "./en.ts";
import { zh, type Words } from "./zh.ts";

export type Lang = "zh" | "en";
export type Key = keyof Words;
type Fill = Record<string, string | number>;

/** The language in force. */
export function lang(): Lang {
  return settings.lang;
}

/** Fill a sentence: `{name}` is replaced by what was given under this name. */
export function fill(sentence: string, given: Fill = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}

/** A sentence of the client in the language in force. */
export function t(key: Key, given?: Fill): string {
  return fill((lang() === "zh" ? zh : en)[key], given);
}

/** A text that comes in both languages. */
export function both(text: { zh: string; en: string } | null | undefined): string {
  return text ? (lang() === "zh" ? text.zh : text.en) : "";
}

/** A number with its sign, minus as −. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : plain(value);
}

/** A number, minus as −. */
export function plain(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
