/** Where a rule is printed: its prefix tells the town. */
const PREFIXES: Record<string, string> = {};

/** Remember which town a prefix belongs to. */
export function knowPrefixes(variants: readonly { key: string; prefix: string }[]): void {
  for (const { key, prefix } of variants) PREFIXES[prefix] = key;
}

/** The address of a rule in the rulebook. */
export function rulePage(rule: string): string {
  const prefix = rule.split("-")[0] ?? "";
  return `/rules/${PREFIXES[prefix] ?? prefix}#${rule}`;
}
