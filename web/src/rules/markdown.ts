/** The little markdown that rulebooks use, as HTML. Everything is escaped first, so no text can become markup. */
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Marks inside a line: code, bold, italic; rule ids become links by `link`. */
function inline(text: string, link: (rule: string) => string): string {
  return escape(text)
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith("`") && part.length > 2
        ? `<code>${part.slice(1, -1)}</code>`
        : part
            .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
            .replace(/(^|[^*])\*([^*\s][^*]*)\*/g, "$1<em>$2</em>")
            .replace(
              /\b[A-Z]{2,3}-\d+\b/g,
              (id) => `<a class="rule" href="${escape(link(id))}">${id}</a>`,
            ),
    )
    .join("");
}

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
const isRuler = (line: string | undefined) =>
  /^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(line ?? "") && (line ?? "").includes("-");

type Link = (rule: string) => string;
type Block = (lines: string[], link: Link) => [html: string, taken: number] | null;

const table: Block = (lines, link) => {
  if (!lines[0]?.includes("|") || !isRuler(lines[1])) return null;
  let end = 2;
  while (lines[end]?.includes("|")) end++;
  const row = (line: string, tag: string) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell, link)}</${tag}>`)
      .join("")}</tr>`;
  const body = lines.slice(2, end).map((line) => row(line, "td"));
  return [
    `<div class="scroll" tabindex="0"><table><thead>${row(lines[0], "th")}</thead><tbody>${body.join("")}</tbody></table></div>`,
    end,
  ];
};

const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)、])\s+(.*)$/;
const list: Block = (lines, link) => {
  const first = ITEM.exec(lines[0] ?? "");
  if (!first) return null;
  const items: string[][] = [];
  let end = 0;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? "";
    const item = ITEM.exec(line);
    if (item && (item[1] ?? "").length <= (first[1] ?? "").length) items.push([item[3] ?? ""]);
    else if (/^\s+\S/.test(line) && items.length) items.at(-1)?.push(line.replace(/^\s{1,4}/, ""));
    else break;
  }
  const tag = first[2] ? "ol" : "ul";
  const html = items.map(
    ([head = "", ...rest]) =>
      `<li>${inline(head, link)}${rest.length ? blocks(rest, link) : ""}</li>`,
  );
  return [`<${tag}>${html.join("")}</${tag}>`, end];
};

const quote: Block = (lines, link) => {
  let end = 0;
  while (lines[end]?.startsWith(">")) end++;
  if (!end) return null;
  const inner = lines.slice(0, end).map((line) => line.replace(/^>\s?/, ""));
  return [`<blockquote>${blocks(inner, link)}</blockquote>`, end];
};

const fence: Block = (lines) => {
  if (!lines[0]?.startsWith("```")) return null;
  const found = lines.findIndex((line, at) => at > 0 && line.startsWith("```"));
  const end = found < 0 ? lines.length : found;
  return [`<pre>${escape(lines.slice(1, end).join("\n"))}</pre>`, end + 1];
};

const heading: Block = (lines, link) => {
  const found = /^#{1,6}\s+(.*)$/.exec(lines[0] ?? "");
  return found ? [`<h4>${inline(found[1] ?? "", link)}</h4>`, 1] : null;
};

const paragraph: Block = (lines, link) => {
  let end = 1;
  while (lines[end]?.trim() && !BLOCKS.some((block) => block(lines.slice(end), link))) end++;
  return [`<p>${inline(lines.slice(0, end).join(" "), link)}</p>`, end];
};

const BLOCKS: Block[] = [fence, heading, quote, table, list];

function blocks(lines: string[], link: Link): string {
  const out: string[] = [];
  for (let at = 0; at < lines.length;) {
    if (!lines[at]?.trim()) {
      at++;
      continue;
    }
    const rest = lines.slice(at);
    const [html, taken] = [...BLOCKS, paragraph]
      .map((block) => block(rest, link))
      .find(Boolean) ?? ["", 1];
    out.push(html);
    at += taken;
  }
  return out.join("");
}

/** Markdown as safe HTML. */
export function markdown(text: string, link: Link = (rule) => `#${rule}`): string {
  return blocks(text.split("\n"), link);
}
