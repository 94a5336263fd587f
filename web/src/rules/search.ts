/** Rules that fit a word, the best first. */
interface Searched {
  id: string;
  title: string;
  text: string;
}

/** How well a rule fits: its id, its title, then how often its text names the word; 0 not at all. */
export function fit(rule: Searched, word: string): number {
  const wanted = word.trim().toLowerCase();
  const title = rule.title.toLowerCase();
  if (rule.id.toLowerCase() === wanted) return 1000;
  const named = `${rule.id} ${rule.text}`.toLowerCase().split(wanted).length - 1;
  if (title === wanted) return 900 + named;
  if (title.includes(wanted)) return 800 - title.length + Math.min(named, 20);
  return Math.min(named, 500);
}

/** All rules without a word; else those that fit, the best first. */
export function searched<Rule extends Searched>(rules: readonly Rule[], word: string): Rule[] {
  if (!word.trim()) return [...rules];
  return rules
    .map((rule) => ({ rule, fit: fit(rule, word) }))
    .filter((one) => one.fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .map((one) => one.rule);
}
