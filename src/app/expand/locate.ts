import type { Drawer } from "../../model/drawer.ts";
import type { Range, Span } from "../../model/span.ts";
import { lineTable } from "../../text/line-table.ts";
import type { CurrentText } from "./current-text.ts";

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

/** Where a drawer stands in its document as it is now; where it was indexed, while that is the same. */
export function locateIn(drawer: Pick<Drawer, "text" | "span" | "lines">, now: CurrentText): Located | null {
  if (now.state === "same") return { span: drawer.span, lines: drawer.lines };
  return now.state === "gone" ? null : locate(drawer, now.text);
}
