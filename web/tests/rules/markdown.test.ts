import { expect, test } from "vitest";
import { markdown as parsed } from "../../src/rules/markdown.ts";

/** Without the line breaks that a browser shows as one space or none. */
const markdown = (text: string) =>
  parsed(text)
    .replace(/\n(?=<|$)/g, "")
    .replace(/\n/g, " ");

test("paragraphs, marks and rule links", () => {
  expect(markdown("杠完**封牌**，见 AH-32。\n接着\n\n`base`")).toBe(
    '<p>杠完<strong>封牌</strong>，见 <a class="rule" href="#AH-32">AH-32</a>。 接着</p><p><code>base</code></p>',
  );
});

test("lists, numbered lists and nested lines", () => {
  expect(markdown("- 一\n- 二\n  - 内\n\n1. 甲\n2. 乙")).toBe(
    "<ul><li>一</li><li>二<ul><li>内</li></ul></li></ul><ol><li>甲</li><li>乙</li></ol>",
  );
});

test("tables and quotes", () => {
  const html = markdown("| 牌 | 分 |\n| --- | --- |\n| 平胡 | 2 |\n\n> 为何如此：因为");
  expect(html).toContain("<th>牌</th>");
  expect(html).toContain("<td>2</td>");
  expect(html).toContain("<blockquote><p>为何如此：因为</p></blockquote>");
});

test("no text becomes markup", () => {
  const evil =
    "<img src=x onerror=alert(1)> `</code><b>` **<i>** | <u> |\n| --- |\n[x](javascript:alert(1))\n```\n</pre><script>\n```";
  expect(markdown(evil)).not.toMatch(
    /<(?!\/?(p|code|strong|em|a|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|pre|h4|div)\b)/,
  );
  expect(markdown('AH-1" onclick="x')).not.toContain('"x');
});

test("HTML, links and pictures are shown as words", () => {
  expect(markdown('<div onclick="x">块</div>\n\n一<b>二</b>')).toBe(
    "&lt;div onclick=&quot;x&quot;&gt;块&lt;/div&gt;<p>一&lt;b&gt;二&lt;/b&gt;</p>",
  );
  expect(
    markdown("[见](javascript:alert(1))，![图](https://x.example/a.png) https://x.example"),
  ).toBe("<p>见，图 https://x.example</p>");
});

test("a rule's id in a heading or a table is a link, in code it is not", () => {
  expect(markdown("## 见 HZ-45")).toBe('<h4>见 <a class="rule" href="#HZ-45">HZ-45</a></h4>');
  expect(markdown("| HZ-1 |\n| --- |\n| `HZ-2` |")).toContain("<td><code>HZ-2</code></td>");
});
