/** Options in words: for the form, the summary and the waiting room. */
import type { Option, Options, OptionValue } from "../app/answers.ts";
import type { Key, Lang } from "../i18n/index.svelte.ts";

export interface InForce {
  key: string;
  text: string;
  changed: boolean;
}

/** The label of one value of an option. */
export function valueLabel(option: Option, value: OptionValue, lang: Lang): string {
  const at = option.values?.findIndex((one) => String(one) === String(value)) ?? -1;
  const label = option.labels?.[at]?.[lang === "zh" ? 0 : 1];
  return label ?? String(value);
}

/** What an option means: a reading says it of the value chosen. */
export function noteOf(option: Option, value: OptionValue, lang: Lang): string {
  const at = option.values?.findIndex((one) => String(one) === String(value)) ?? -1;
  const note = option.notes?.[at];
  if (note) return note[lang === "zh" ? 0 : 1];
  return (lang === "zh" ? option.note_zh : option.note_en) ?? "";
}

/** Whether an option chooses how a sentence of the rulebook is read. */
export function isReading(option: Option): boolean {
  return !!option.notes?.length;
}

/** Whether an option can act: what it needs is switched on. */
export function isIdle(option: Option, chosen: Options, all: readonly Option[]): boolean {
  if (!option.needs) return false;
  const needed = all.find((one) => one.key === option.needs);
  const value = chosen[option.needs] ?? needed?.default;
  return (
    value === false ||
    value === "off" ||
    value === "none" ||
    (needed !== undefined && isOff(needed, value))
  );
}

/** A choice of several words is off at its default when an option hangs on it. */
function isOff(needed: Option, value: OptionValue | undefined): boolean {
  return typeof needed.default === "string" && value === needed.default;
}

/** One option as a short phrase. */
export function phrase(option: Option, value: OptionValue, lang: Lang): string {
  const name = option[lang];
  if (typeof option.default === "boolean")
    return value ? name : `${lang === "zh" ? "不" : "no "}${name}`;
  const gap = lang === "zh" ? " " : ": ";
  return `${name}${gap}${valueLabel(option, value, lang)}`;
}

/** All options that act, the changed ones marked. */
export function inForce(options: readonly Option[], chosen: Options, lang: Lang): InForce[] {
  return options
    .filter((option) => !isIdle(option, chosen, options))
    .map((option) => {
      const value = chosen[option.key] ?? option.default;
      return {
        key: option.key,
        text: phrase(option, value, lang),
        changed: String(value) !== String(option.default),
      };
    })
    .filter(({ key, changed }) => changed || isTold(find(options, key)));
}

/** Whether an option is told of at its default too: switches that are on, and choices. */
function isTold(option: Option): boolean {
  return !isReading(option) && (typeof option.default !== "boolean" || option.default);
}

function find(options: readonly Option[], key: string): Option {
  return options.find((option) => option.key === key) as Option;
}

/** What differs from the town's usual rules. */
export function changes(options: readonly Option[], chosen: Options): string[] {
  return options
    .filter((option) => String(chosen[option.key] ?? option.default) !== String(option.default))
    .map((option) => option.key);
}

export interface Group {
  key: string;
  title: Key;
  options: Option[];
}

const GENERAL = new Set([
  "rounds",
  "base_score",
  "base_stake",
  "first_dealer",
  "short_start",
  "tournament",
  "settle_mode",
]);

/** The form in groups, the readings last, each dependent option behind the one that it needs. */
export function groups(options: readonly Option[]): Group[] {
  const heads = options.filter((option) => !option.needs && !isReading(option));
  const family = (head: Option) => [head, ...options.filter((option) => option.needs === head.key)];
  const part = (general: boolean) =>
    heads.filter((head) => GENERAL.has(head.key) === general).flatMap(family);
  const all: Group[] = [
    { key: "match", title: "group_match", options: part(true) },
    { key: "rules", title: "group_rules", options: part(false) },
    { key: "readings", title: "group_readings", options: options.filter(isReading) },
  ];
  return all.filter((group) => group.options.length);
}
