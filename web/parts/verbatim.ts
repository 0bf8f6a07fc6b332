import { html, useState, type VNode } from "../lib/html.ts";
import { count } from "../lib/format.ts";

/** Characters of one text that are shown at once: more would make the page slow to lay out. */
const SHOWN = 20_000;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with spans marked. Every character is text: nothing in it is ever read as markup. */
export function Marked({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }): VNode {
  const parts: unknown[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(text.slice(at));
  return html`<bdi>${parts}</bdi>`;
}

/**
 * The exact characters of a passage. Markdown's headings and fences are set apart by type alone; each character stands where it stood.
 *
 * @param from characters that the passage before it has shown already
 */
export function Verbatim({
  text,
  kind,
  from = 0,
}: {
  readonly text: string;
  readonly kind: string;
  readonly from?: number;
}): VNode {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text.slice(from) : text.slice(from, from + SHOWN);
  const rest = text.length - from - shown.length;
  const more =
    rest > 0 &&
    html`<button type="button" onClick=${() => setWhole(true)}>Show ${count(rest)} more characters</button>`;
  const kinds = kind === "code" ? "verbatim code" : "verbatim";
  // On one line: every blank in it is shown.
  return html`<div class=${kinds} dir="auto">${kind === "md" ? lines(shown) : shown}${more}</div>`;
}

function lines(text: string): unknown[] {
  const parts: unknown[] = [];
  let plain = "";
  let fenced = false;
  const flush = (): void => {
    if (plain !== "") parts.push(plain);
    plain = "";
  };
  for (const line of text.split(/(?<=\n)/)) {
    const fence = /^\s{0,3}(```|~~~)/.test(line);
    if (fence || fenced) {
      flush();
      parts.push(html`<span class="fenced">${line}</span>`);
      if (fence) fenced = !fenced;
    } else if (/^#{1,6}\s/.test(line)) {
      flush();
      parts.push(html`<span class="heading">${line}</span>`);
    } else plain += line;
  }
  flush();
  return parts;
}
