import type { SearchResult } from "../../index.ts";

/** A count with its word. `toLocaleString` would group the digits, too, and cost 15 ms on its first use. @example counted(1234, "file") // "1,234 files" */
export function counted(count: number, word: string): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${word}${count === 1 ? "" : "s"}`;
}

/** Of a question for several things, how far apart its hits stand: " in 6 sessions"; else nothing. */
export function inDocuments({ several, hits }: Pick<SearchResult, "several" | "hits">): string {
  if (several === undefined) return "";
  return ` in ${counted(several.documents, hits.every(({ message }) => message !== null) ? "session" : "document")}`;
}
