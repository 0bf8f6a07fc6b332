import type { LineTable } from "../../text/line-table.ts";
import type { FoundHeading } from "../sections-from-headings.ts";

const ADORNMENT = /^([!-/:-@[-`{-~])\1*\s*$/u;

/**
 * The section titles of a reStructuredText: a line with an underline, or with an overline and an underline, of one punctuation
 * character at least as long as the title (four suffice, as docutils takes them). Levels go by the order in which the styles appear;
 * more than six are six.
 *
 * @param taken whether a line belongs to something else (a directive's or a literal block's body)
 * Cost: linear.
 */
export function findTitles(text: string, lines: LineTable, taken: (line: number) => boolean): FoundHeading[] {
  const line = (i: number): string =>
    i < 0 || i >= lines.starts.length ? "" : text.slice(lines.starts[i], lines.starts[i + 1] ?? text.length).trimEnd();
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
      if (line(i).length >= Math.min(4, width(line(i + 1)))) {
        add(`${over}${over}`, line(i + 1), i);
        i += 2;
      }
      continue;
    }
    const title = line(i);
    const under = adornment(line(i + 1));
    if (title === "" || /^\s/u.test(title) || over !== null || under === null || taken(i + 1)) continue;
    if (line(i - 1) !== "" && (headings[headings.length - 1]?.start ?? -1) !== lines.starts[i - 2]) continue;
    if (line(i + 1).length < Math.min(4, width(title))) continue;
    add(under, title, i);
    i++;
  }
  return headings;
}

/** The character that a line is made of, when it is nothing else and at least two long (a title of one letter has one). */
function adornment(line: string): string | null {
  return line.length === 0 || /^\s/u.test(line) ? null : (ADORNMENT.exec(line)?.[1] ?? null);
}

/** Columns of a title: East Asian wide characters take two. */
function width(title: string): number {
  return [...title.trim()].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/u.test(character) ? 2 : 1),
    0,
  );
}
