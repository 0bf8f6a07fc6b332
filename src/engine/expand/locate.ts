import type { Drawer } from "../../model/drawer.ts";
import type { Range, Span } from "../../model/span.ts";
import { lineTable } from "../../text/line-table.ts";

/** Where a drawer's text stands in its document now. */
export interface Located {
  readonly span: Span;
  readonly lines: Range | null;
}

/**
 * Finds a drawer's exact text in its document: at its place, else the occurrence nearest to it (text was put in or taken out
 * above). Null: the document no longer holds it.
 */
export function locate(drawer: Pick<Drawer, "text" | "span" | "lines">, text: string): Located | null {
  const { start, end } = drawer.span;
  if (text.slice(start, end) === drawer.text) return { span: drawer.span, lines: drawer.lines };
  if (drawer.text === "") return null;
  const after = text.indexOf(drawer.text, start);
  const before = start === 0 ? -1 : text.lastIndexOf(drawer.text, start - 1);
  if (after < 0 && before < 0) return null;
  const found = before < 0 || (after >= 0 && after - start <= start - before) ? after : before;
  const span = { start: found, end: found + drawer.text.length };
  return { span, lines: drawer.lines === null ? null : lineTable(text).linesOf(span) };
}
