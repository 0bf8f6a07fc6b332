import { MIN_QUOTE } from "./gate.ts";
import { harmlessLinks } from "./answer-links.ts";
import { LEADS } from "../../text/evidence.ts";

/** A passage that is shown as an answer. */
export interface ShownPassage {
  readonly label: string;
  readonly text: string;
  readonly source: { readonly name: string; readonly path: string };
}

const SHOWN_CHARACTERS = 600;
const QUOTED_WORDS = 15;
const QUOTED_CHARACTERS = 120;

/**
 * The answer where no language model writes one: the passages, word for word, each with its citation. Pure.
 *
 * @param covered whether they probably answer the question
 */
export function passageAnswer(passages: readonly ShownPassage[], covered: boolean): string {
  if (passages.length === 0) return LEADS.nothing;
  const parts = passages.map(
    ({ label, text, source }) =>
      `${quotedLines(text)}\n${cited(label, text)} ${source.path === "" ? source.name : source.path}`,
  );
  return [covered ? LEADS.covered : LEADS.closest, ...parts].join("\n\n");
}

/** A passage as an answer quotes it: its beginning, word for word, and yet nothing that loads or acts. */
export function quotedLines(text: string): string {
  const quoted = cut(text.trim(), SHOWN_CHARACTERS)
    .split("\n")
    .map((line) => `> ${line}`);
  return harmlessLinks(quoted.join("\n"), new Set());
}

function cited(label: string, text: string): string {
  const quote = firstWords(text);
  return quote.length < MIN_QUOTE ? `[${label}]` : `[${label} "${quote}"]`;
}

/** The first words of a text that can be quoted: one line, without quotation marks. */
function firstWords(text: string): string {
  for (const line of text.split("\n")) {
    const plain =
      line
        .replace(/^[\s#>*|-]+/u, "")
        .split(/["“”„«»「」[\]]|https?:/u)[0]
        ?.trim() ?? "";
    const words = cut(plain.split(/\s+/u).slice(0, QUOTED_WORDS).join(" "), QUOTED_CHARACTERS).replace(/…$/, "").trim();
    if (words.length >= MIN_QUOTE) return words;
  }
  return "";
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = text.lastIndexOf(" ", characters - 1);
  return `${text.slice(0, end > characters / 2 ? end : characters - 1).replace(/[\ud800-\udbff]$/u, "")}…`;
}
