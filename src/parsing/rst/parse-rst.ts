import type { Block, ParsedDocument } from "../../model/section.ts";
import { lineTable, type LineTable } from "../../text/line-table.ts";
import { type FoundHeading, sectionsAround } from "../sections-from-headings.ts";
import type { TextInput } from "../parser-input.ts";
import { statedDate } from "../../text/iso-date.ts";

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/u;

/** Lines of a text by their numbers from 0 on, without what is blank at their ends; empty beyond the text. */
type LineReader = (line: number) => string;

/**
 * The date in the bibliographic fields of a reStructuredText: a list of fields (`:Date: 2024-05-01`) that comes first, or right below the title. A
 * version control's `$Date: 2024/05/01 09:30:00 $` is one too.
 * @param skipped whether a line is part of a directive, a comment or a literal block
 */
function docinfoDate(line: LineReader, count: number, skipped: (line: number) => boolean): string | undefined {
  const isAbove = (i: number): boolean =>
    line(i) === "" || skipped(i) || ADORNMENT.test(line(i)) || ADORNMENT.test(line(i + 1));
  let at = 0;
  while (at < count && isAbove(at)) at++;
  for (; /^(?::[^:\s][^:]*:(?:\s|$)|\s+\S)/u.test(line(at)); at++) {
    const date = statedDate(/^:date:\s+(?:\$Date:)?([^$]*)/iu.exec(line(at))?.[1] ?? "");
    if (date !== undefined) return date;
  }
  return undefined;
}

/**
 * reStructuredText: titles by their adornments as sections; directives and literal blocks as blocks that are not cut. The text is the
 * file's own, character for character. The first title, when it stands alone on its level, is the document's; so is the date among its bibliographic fields.
 * Cost: linear.
 */
export function parseRst({ text }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const { starts } = lines;
  const line: LineReader = (i) =>
    i < 0 || i >= starts.length ? "" : text.slice(starts[i], starts[i + 1] ?? text.length).trimEnd();
  const bodies = findBodies(line, starts.length);
  const inside = new Set(bodies.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)));
  const isInside = (i: number): boolean => inside.has(i);
  const headings = findTitles(line, lines, isInside);
  const at = (i: number): number => starts[i] ?? text.length;
  const blocks = bodies.map(({ kind, from, to }): Block => ({ kind, span: { start: at(from), end: at(to) } }));
  const [title, second] = headings.filter(({ level }) => level === 1);
  const date = docinfoDate(line, starts.length, isInside);
  return {
    text,
    sections: sectionsAround(blocks, { text, lines, headings }),
    metadata: {
      ...(title !== undefined && second === undefined && { title: title.title }),
      ...(date !== undefined && { date }),
    },
  };
}

/** A directive with its body, or a literal block: lines that belong together. */
interface Body {
  readonly kind: Block["kind"];
  /** 0-based lines, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Directives whose body is no text. */
const CODE = /^\s*\.\.\s+(?:code(?:-block)?|sourcecode|literalinclude|parsed-literal|raw|math|highlight)::/u;

/**
 * The indented bodies of a reStructuredText: directives (`.. name::` and comments, with everything indented below) and literal
 * blocks (indented below a paragraph that ends in `::`), which hold code, options and raw text.
 * Cost: linear.
 */
function findBodies(line: LineReader, count: number): Body[] {
  const indentOf = (content: string): number => content.length - content.trimStart().length;
  const bodies: Body[] = [];
  for (let i = 0; i < count; i++) {
    const content = line(i);
    const directive = /^\s*\.\.(?:\s|$)/u.test(content);
    const literal = !directive && content.endsWith("::");
    if (!directive && !literal) continue;
    const indent = indentOf(content);
    let end = i + 1;
    for (let k = i + 1; k < count; k++) {
      const below = line(k);
      if (below === "") continue;
      if (indentOf(below) <= indent) break;
      end = k + 1;
    }
    if (directive) bodies.push({ kind: CODE.test(content) ? "fence" : "other", from: i, to: end });
    else if (end > i + 1) {
      let start = i + 1;
      while (line(start) === "") start++;
      bodies.push({ kind: "fence", from: start, to: end });
    }
    i = end - 1;
  }
  return bodies;
}

/**
 * The section titles of a reStructuredText: a line with an underline, or with an overline and an underline, of one punctuation
 * character at least as long as the title (four suffice, as docutils takes them). Levels go by the order in which the styles appear;
 * more than six are six.
 * @param taken whether a line belongs to something else (a directive's or a literal block's body)
 * Cost: linear.
 */
function findTitles(line: LineReader, lines: LineTable, taken: (line: number) => boolean): FoundHeading[] {
  const styles: string[] = [];
  const headings: FoundHeading[] = [];
  const add = (style: string, title: string, at: number): void => {
    if (!styles.includes(style)) styles.push(style);
    headings.push({
      title: title.trim(),
      level: Math.min(6, styles.indexOf(style) + 1),
      start: lines.starts[at] as number,
    });
  };
  for (let i = 0; i < lines.starts.length; i++) {
    if (taken(i)) continue;
    const over = adornment(line(i));
    if (
      over !== null &&
      line(i - 1) === "" &&
      line(i + 1).trim() !== "" &&
      adornment(line(i + 1)) === null &&
      adornment(line(i + 2)) === over &&
      line(i + 2).length === line(i).length
    ) {
      if (line(i).length >= Math.min(4, line(i + 1).trim().length)) {
        add(`${over}${over}`, line(i + 1), i);
        i += 2;
      }
      continue;
    }
    const title = line(i);
    const under = adornment(line(i + 1));
    if (title === "" || /^\s/u.test(title) || over !== null || under === null || taken(i + 1)) continue;
    if (line(i - 1) !== "" && (headings.at(-1)?.start ?? -1) !== lines.starts[i - 2]) continue;
    if (line(i + 1).length < Math.min(4, title.length)) continue;
    add(under, title, i);
    i++;
  }
  return headings;
}

/** The character that a line is made of, when it is nothing else and at least two long (a title of one letter has one). */
const adornment = (line: string): string | null =>
  line.length === 0 || /^\s/u.test(line) ? null : (ADORNMENT.exec(line)?.[1] ?? null);
