import type { Block } from "../../model/section.ts";
import type { Line } from "./line.ts";
import type { Paragraph } from "./paragraphs.ts";

/** Text made of paragraphs, and where in it each line begins. */
export interface JoinedText {
  readonly text: string;
  /** For each line, in order: where its first character stands. Ascending. */
  readonly lineStarts: readonly number[];
  readonly blocks: readonly Block[];
}

const BLOCK_KINDS: Readonly<Record<Paragraph["kind"], Block["kind"]>> = {
  prose: "paragraph",
  code: "fence",
  item: "list",
  rows: "table",
};
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * Writes paragraphs as text: lines that flow are joined by a space (none between Chinese or Japanese characters, none
 * where a broken word is rejoined), paragraphs stand apart by an empty line, items of a list by a line's end.
 * @param flowsOver whether a paragraph runs on in the next one, behind a page's or a column's end
 */
export function joinText(
  paragraphs: readonly Paragraph[],
  hyphens: HyphenRule,
  flowsOver: (before: Paragraph, after: Paragraph) => boolean,
): JoinedText {
  const written: string[] = [];
  /** Characters in `written`. The paragraph that is being written stands apart: looking at the end of a long text would copy it. */
  let before = 0;
  let text = "";
  const lineStarts: number[] = [];
  const blocks: { kind: Block["kind"]; span: { start: number; end: number } }[] = [];
  for (const [i, paragraph] of paragraphs.entries()) {
    const last = paragraphs[i - 1];
    const runsOn = last !== undefined && flowsOver(last, paragraph);
    if (last !== undefined && !runsOn) {
      written.push(text, last.kind === "item" && paragraph.kind === "item" ? "\n" : "\n\n");
      before += text.length + (written[written.length - 1] as string).length;
      text = "";
    }
    const left = paragraph.kind === "code" ? Math.min(...paragraph.lines.map((line) => line.x)) : 0;
    for (const [k, line] of paragraph.lines.entries()) {
      const flows = k === 0 ? runsOn : paragraph.joints[k - 1] === "flow";
      if (flows) text = flowInto(text, line, hyphens);
      else if (k > 0) text += "\n";
      if (k === 0 && !runsOn) blocks.push({ kind: BLOCK_KINDS[paragraph.kind], span: { start: before, end: before } });
      lineStarts.push(before + text.length);
      if (paragraph.kind === "code") text += " ".repeat(Math.min(120, Math.round((line.x - left) / (0.6 * line.size))));
      text += line.text;
    }
    (blocks[blocks.length - 1] as (typeof blocks)[number]).span.end = before + text.length;
  }
  return { text: written.join("") + text, lineStarts, blocks };
}

/** The text so far, made ready for a line that flows on from it. */
function flowInto(text: string, line: Line, hyphens: HyphenRule): string {
  const tail = text.slice(-80);
  const join = /[-‐\u00AD]$/u.test(tail) ? hyphens(tail, line.text) : null;
  if (join === "remove") return text.slice(0, -1);
  if (join === "keep" || (CJK_END.test(tail) && CJK_START.test(line.text))) return text;
  return `${text} `;
}

const WORD = /[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*/gu;
/** Prefixes that English joins with a hyphen of their own, so that a hyphen after them is a real one. */
const KEEP_AFTER: ReadonlySet<string> = new Set(["self", "non", "well", "all", "half", "quasi", "cross"]);

/** How two lines are joined where the first ends in a hyphen: as one word, or with the hyphen kept. */
export type HyphenJoin = "remove" | "keep";

/**
 * Decides what a hyphen at a line's end is, by the document's own words: a word that stands elsewhere unbroken is
 * rejoined, one that stands elsewhere with a hyphen keeps it; a hyphen between two words that the document uses on
 * their own is kept; any other was made by the typesetter. Returns null when this is no broken word at all.
 */
export type HyphenRule = (before: string, after: string) => HyphenJoin | null;

/** Reads the document's words once; each decision then costs four look-ups. */
export function hyphenRule(lines: readonly Line[]): HyphenRule {
  const counts = new Map<string, number>();
  let continued = false;
  for (const { text } of lines) {
    const first = continued ? 0 : -1;
    continued = /[\p{L}\p{N}][-‐\u00AD]$/u.test(text);
    let i = -1;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      i++;
      // The pieces of a broken word are no words.
      const broken = index + word.length + 1 === text.length && /[-‐\u00AD]$/u.test(text);
      if (broken || i === first) continue;
      const key = word.toLowerCase().replaceAll("‐", "-");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const count = (word: string) => counts.get(word) ?? 0;
  return (before, after) => {
    const head = /([\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*)([-‐\u00AD])$/u.exec(before);
    const tail = /^[\p{L}\p{N}]+/u.exec(after)?.[0];
    if (head === null || tail === undefined) return null;
    if (head[2] === "\u00AD") return "remove";
    const shouting = /^\p{Lu}+$/u.test(head[1] as string) && /^\p{Lu}+$/u.test(tail);
    const pieces = (head[1] as string).toLowerCase().split(/[-‐]/u);
    const last = pieces[pieces.length - 1] as string;
    const end = tail.toLowerCase();
    const joined = count([...pieces.slice(0, -1), last + end].join("-")) + (pieces.length > 1 ? count(last + end) : 0);
    const apart = count([...pieces, end].join("-"));
    if (joined !== apart) return joined > apart ? "remove" : "keep";
    // "Edge- and vertex-weighted": the first word goes on behind the second.
    if (joined === 0 && /^(?:and|or|und|oder|et|ou)$/u.test(tail)) return null;
    if (joined > 0 || KEEP_AFTER.has(last) || /\p{N}/u.test(last) || (!/^\p{Ll}/u.test(tail) && !shouting))
      return "keep";
    return last.length >= 3 && end.length >= 3 && count(last) > 0 && count(end) > 0 ? "keep" : "remove";
  };
}
