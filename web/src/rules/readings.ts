/** How a rule may be read, side by side: each value with the examples that play it. */
import type { Option, OptionValue, Scenario } from "../app/answers.ts";
import { isReading, noteOf, valueLabel } from "../room/options.ts";
import type { Lang } from "../i18n/index.svelte.ts";

export interface ReadingOf {
  value: OptionValue;
  label: string;
  note: string;
  usual: boolean;
  examples: Scenario[];
}

export interface RuleReading {
  key: string;
  name: string;
  values: ReadingOf[];
}

/** The readings of a rule. */
export function readingsOf(
  rule: string,
  options: readonly Option[],
  examples: readonly Scenario[],
  lang: Lang,
): RuleReading[] {
  return options
    .filter((option) => isReading(option) && option.rule === rule)
    .map((option) => ({
      key: option.key,
      name: option[lang],
      values: (option.values ?? []).map((value) => ({
        value,
        label: valueLabel(option, value, lang),
        note: noteOf(option, value, lang),
        usual: value === option.default,
        examples: examples.filter(
          (one) => one.rules.includes(rule) && played(one.text, option) === String(value),
        ),
      })),
    }));
}

/** The value that a scenario plays an option with. */
export function played(text: string, option: Option): string {
  const found = new RegExp(`\\b${option.key}:\\s*["']?(\\w+)`).exec(text);
  return found?.[1] ?? String(option.default);
}
