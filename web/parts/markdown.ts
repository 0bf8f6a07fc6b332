import { html, type VNode } from "../lib/html.ts";
import { UNSEEN } from "../lib/plain.ts";

/** Draws a run of plain text, which may have words marked in it. */
export type DrawText = (text: string) => unknown;

const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*([\w+-]*)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+•]|(\d{1,4})[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const ROW = /^\s*\|.*\|\s*$/;
const RULE_ROW = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/;
const RULE = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^\s{0,3}>\s?/;

/**
 * Markdown as one reads it: headings, lists, tables, quotes, code. Characters of the text stay text: there is no markup in it that becomes an element,
 * and an address becomes no link, so nothing that was written can lead or load anywhere.
 */
export function Markdown({ text, draw }: { readonly text: string; readonly draw: DrawText }): VNode {
  return html`<div class="rendered" dir="auto">${blocks(text.split(/\r?\n/), draw)}</div>`;
}

function blocks(lines: readonly string[], draw: DrawText): unknown[] {
  const drawn: unknown[] = [];
  let at = 0;
  /** Lines from here on that are like the first. */
  const taken = (fits: (line: string) => boolean): readonly string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at] as string)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] as string;
    const fence = FENCE.exec(line)?.[1];
    const [, depth = "", title = ""] = HEADING.exec(line) ?? [];
    if (line.trim() === "") at++;
    else if (fence !== undefined) {
      at++;
      const code = taken((one) => !one.trim().startsWith(fence));
      at++;
      drawn.push(html`<pre class="code" tabindex="0"><code>${draw(code.join("\n"))}</code></pre>`);
    } else if (title !== "") {
      at++;
      drawn.push(html`<p class=${`title title-${depth.length}`}>${inline(title, draw)}</p>`);
    } else if (ROW.test(line))
      drawn.push(
        table(
          taken((one) => ROW.test(one) || RULE_ROW.test(one)),
          draw,
        ),
      );
    else if (QUOTE.test(line)) {
      const quoted = taken((one) => QUOTE.test(one)).map((one) => one.replace(QUOTE, ""));
      drawn.push(html`<blockquote>${blocks(quoted, draw)}</blockquote>`);
    } else if (RULE.test(line)) {
      at++;
      drawn.push(html`<hr />`);
    } else if (ITEM.test(line)) {
      const rest = taken((one) => ITEM.test(one) || /^\s+\S/.test(one));
      drawn.push(list(rest, draw));
    } else {
      const from = at++;
      taken((one) => one.trim() !== "" && ![FENCE, HEADING, ROW, QUOTE, ITEM].some((kind) => kind.test(one)));
      drawn.push(html`<p>${inline(lines.slice(from, at).join("\n"), draw)}</p>`);
    }
  }
  return drawn;
}

/** Items with their depth, each with the lines that go on with it. */
function list(lines: readonly string[], draw: DrawText): VNode {
  const items: { readonly depth: number; readonly sign: string; text: string }[] = [];
  for (const line of lines) {
    const [, blanks = "", number, box, text] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (text !== undefined) {
      const sign = box === undefined ? (number === undefined ? "•" : `${number}.`) : box === " " ? "☐" : "☑";
      items.push({ depth: Math.min(6, Math.floor(blanks.replaceAll("\t", "  ").length / 2)), sign, text });
    } else if (last !== undefined) last.text += `\n${line.trim()}`;
  }
  return html`<ul class="items">
    ${items.map(
      ({ depth, sign, text }, i) =>
        html`<li key=${i} style=${{ marginInlineStart: `${depth * 1.2}rem` }}>
          <span aria-hidden="true" class="sign">${sign}</span><span>${inline(text, draw)}</span>
        </li>`,
    )}
  </ul>`;
}

function table(lines: readonly string[], draw: DrawText): VNode {
  const rule = lines.findIndex((line) => RULE_ROW.test(line));
  const cells = (line: string): readonly string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
  const rows = lines.filter((line) => !RULE_ROW.test(line)).map(cells);
  const head = rule === 1 ? rows[0] : undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table">
    <table class="rendered-table">
      ${
        head !== undefined &&
        html`<thead>
          <tr>
            ${head.map((cell, i) => html`<th key=${i} scope="col">${inline(cell, draw)}</th>`)}
          </tr>
        </thead>`
      }
      <tbody>
        ${rows.slice(head === undefined ? 0 : 1).map(
          (row, i) =>
            html`<tr key=${i}>
              ${row.map((cell, n) => html`<td key=${n}>${inline(cell, draw)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Code, strong and stressed words, links and pictures by what they are called, the end of a line that is meant, and what isn't shown. */
const INLINE = new RegExp(
  `${/(?<tick>`+)(?<code>[^`]+)\k<tick>|\*\*(?<strong>[^*]+)\*\*|(?<![\w*])[*_](?<stress>(?!\s)[^*_]+(?<!\s))[*_](?![\w*])|!?\[(?<label>!\[[^\]]*\]\([^()]*\)|[^\]]*)\](?:\((?<to>[^()\s]*)[^()]*\)|\[(?<of>[A-Za-z][^\][]*)\])|\[\[(?<note>[^\]\n|]+)(?:\|(?<named>[^\]\n]+))?\]\]|(?<end>(?: {2,}|\\)\n)/.source}|(?<unseen>${UNSEEN.source})`,
  "g",
);

function inline(text: string, draw: DrawText): unknown[] {
  const drawn: unknown[] = [];
  let from = 0;
  for (const { index, 0: whole, groups = {} } of text.matchAll(INLINE)) {
    drawn.push(draw(text.slice(from, index)));
    from = index + whole.length;
    const { code, strong, stress, label, of, to = of, note, named, end, unseen } = groups;
    if (unseen !== undefined) continue;
    if (code !== undefined) drawn.push(html`<code>${draw(code)}</code>`);
    else if (strong !== undefined) drawn.push(html`<strong>${inline(strong, draw)}</strong>`);
    else if (stress !== undefined) drawn.push(html`<em>${inline(stress, draw)}</em>`);
    else if (end !== undefined) drawn.push(html`<br />`);
    else if (note !== undefined) drawn.push(html`<span class="to" title=${note}>${inline(named ?? note, draw)}</span>`);
    else drawn.push(html`<span class="to" title=${to}>${label ? inline(label, draw) : draw(to ?? "")}</span>`);
  }
  drawn.push(draw(text.slice(from)));
  return drawn;
}
