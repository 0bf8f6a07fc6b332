import type { LineTable } from "../../text/line-table.ts";
import { isoDate } from "../iso-date.ts";

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/u;
const FIELD = /^:([^:\s][^:]*):(?:\s+(.*))?$/u;

/**
 * The date in the bibliographic fields of a reStructuredText: a list of fields (`:Date: 2024-05-01`) that comes first, or right below the title. A
 * version control's `$Date: 2024/05/01 09:30:00 $` is one too.
 *
 * @param skipped whether a line is part of a directive, a comment or a literal block
 */
export function docinfoDate(text: string, lines: LineTable, skipped: (line: number) => boolean): string | undefined {
  const line = (i: number): string => text.slice(lines.starts[i], lines.starts[i + 1] ?? text.length).trimEnd();
  let inFields = false;
  for (let i = 0; i < lines.starts.length; i++) {
    const content = line(i);
    const field = FIELD.exec(content);
    if (field !== null) {
      inFields = true;
      const date = field[1]?.toLowerCase() === "date" ? isoDate((field[2] ?? "").replace(/^\$Date:|\$$/gu, "").trim()) : undefined;
      if (date !== undefined) return date;
    } else if (inFields ? !/^\s/u.test(content) : content !== "" && !skipped(i) && !ADORNMENT.test(content) && !ADORNMENT.test(line(i + 1))) return undefined;
  }
  return undefined;
}
