import type { Block } from "../../model/section.ts";
import type { HyphenRule } from "./hyphens.ts";
import type { Line } from "./line.ts";
import type { Paragraph } from "./paragraphs.ts";

/** Text made of paragraphs, and where in it each line begins. */
export interface JoinedText {
  readonly text: string;
  /** For each line, in order: where its first character stands. Ascending. Lines of notes aren't among them. */
  readonly lineStarts: readonly number[];
  readonly blocks: readonly Block[];
}

const BLOCK_KINDS: Readonly<Record<Paragraph["kind"], Block["kind"]>> = {
  prose: "paragraph",
  code: "fence",
  item: "list",
  rows: "table",
  note: "paragraph",
};
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * Writes paragraphs as text: lines that flow are joined by a space (none between Chinese or Japanese characters, none
 * where a broken word is rejoined), paragraphs stand apart by an empty line, items of a list by a line's end.
 *
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
      if (paragraph.kind !== "note") lineStarts.push(before + text.length);
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
