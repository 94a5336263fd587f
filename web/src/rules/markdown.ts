/** Rulebooks as HTML. Raw HTML is shown as text; links and pictures are their words: no rule needs more. */
import { Marked, type Tokens } from "marked";

type Link = (rule: string) => string;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** A rule's id anywhere in a text, as a link. */
const ruleId = (link: Link) => ({
  name: "ruleId",
  level: "inline" as const,
  start: (text: string) => /\b[A-Z]{2,3}-\d+\b/.exec(text)?.index,
  tokenizer(text: string) {
    const raw = /^[A-Z]{2,3}-\d+\b/.exec(text)?.[0];
    return raw && { type: "ruleId", raw };
  },
  renderer: ({ raw }: Tokens.Generic) => `<a class="rule" href="${escape(link(raw))}">${raw}</a>`,
});

/** Markdown as safe HTML. */
export function markdown(text: string, link: Link = (rule) => `#${rule}`): string {
  const marked = new Marked({
    extensions: [ruleId(link)],
    renderer: {
      html: ({ text }) => escape(text),
      link({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      image: ({ text }) => escape(text),
      heading({ tokens }) {
        return `<h4>${this.parser.parseInline(tokens)}</h4>`;
      },
    },
    hooks: { postprocess: scrollable },
  });
  return marked.parse(text, { async: false });
}

/** Wide tables scroll by themselves, also by keyboard. */
const scrollable = (html: string) =>
  html.replace(/<table>.*?<\/table>/gs, '<div class="scroll" tabindex="0">$&</div>');
