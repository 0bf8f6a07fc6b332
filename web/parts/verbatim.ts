import { html, useState, type VNode } from "../lib/html.ts";
import { count } from "../lib/format.ts";
import type { Span } from "../lib/plain.ts";

/** Characters of one text that are shown at once: more would make the page slow to lay out. */
const SHOWN = 20_000;

/**
 * A text with spans marked. Every character is text: nothing in it is ever read as markup. In no `bdi`, which would hide from what it stands in, such as
 * `<p dir="auto">`, that it is written from right to left.
 */
export function Marked({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }): VNode {
  const parts: unknown[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(text.slice(at));
  return html`<span>${parts}</span>`;
}

/** The words of a question as they stand in what it found; null: none. */
export type FoundWords = RegExp | null;

/** Words as a pattern that finds each of them where it stands by itself. */
export function wordsPattern(words: readonly string[]): FoundWords {
  const known = [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length > 1);
  if (known.length === 0) return null;
  const any = known.sort((a, b) => b.length - a.length).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

/** A text with words marked where they stand. */
export function markWords(text: string, words: FoundWords): unknown {
  if (words === null) return text;
  const parts: unknown[] = [];
  let at = 0;
  for (const { index, 0: word } of text.matchAll(words)) {
    parts.push(text.slice(at, index), html`<mark>${word}</mark>`);
    at = index + word.length;
  }
  return at === 0 ? text : [...parts, text.slice(at)];
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
  words = null,
}: {
  readonly text: string;
  readonly kind: string;
  readonly from?: number;
  readonly words?: FoundWords;
}): VNode {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text.slice(from) : text.slice(from, from + SHOWN);
  const rest = text.length - from - shown.length;
  const more =
    rest > 0 &&
    html`<button type="button" onClick=${() => setWhole(true)}>Show ${count(rest)} more characters</button>`;
  const kinds = kind === "code" ? "verbatim code" : "verbatim";
  // On one line: every blank in it is shown.
  return html`<div class=${kinds} dir="auto">${kind === "md" ? lines(shown, words) : markWords(shown, words)}${more}</div>`;
}

function lines(text: string, words: FoundWords): unknown[] {
  const parts: unknown[] = [];
  let plain = "";
  let fenced = false;
  const flush = (): void => {
    if (plain !== "") parts.push(markWords(plain, words));
    plain = "";
  };
  for (const line of text.split(/(?<=\n)/)) {
    const fence = /^\s{0,3}(```|~~~)/.test(line);
    if (fence || fenced) {
      flush();
      parts.push(html`<span class="fenced">${markWords(line, words)}</span>`);
      if (fence) fenced = !fenced;
    } else if (/^#{1,6}\s/.test(line)) {
      flush();
      parts.push(html`<span class="heading">${markWords(line, words)}</span>`);
    } else plain += line;
  }
  flush();
  return parts;
}
