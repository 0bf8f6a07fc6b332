import type { LinkedRooms, SearchResult } from "../../index.ts";

/** A count with its word. `toLocaleString` would group the digits, too, and cost 15 ms on its first use. @example counted(1234, "file") // "1,234 files" */
export function counted(count: number, word: string): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${word}${count === 1 ? "" : "s"}`;
}

/** Who sees what has a scope, in words. @example whoSees("admin") // "you alone (admin)" */
export function whoSees(scope: string): string {
  if (scope === "kb") return "everyone in the project (kb)";
  return scope === "admin" ? "you alone (admin)" : scope.replace(/^user:(.*)$/, "user $1 ($&)");
}

/** Of a question for several things, how far apart its hits stand: " in 6 sessions"; else nothing. */
export function inDocuments({ several, hits }: Pick<SearchResult, "several" | "hits">): string {
  if (several === undefined) return "";
  return ` in ${counted(several.documents, hits.every(({ message }) => message !== null) ? "session" : "document")}`;
}

/** Links that are named before the rest is counted. */
const NAMED_LINKS = 3;

/** Why links join two rooms. @example linkedFrom(linked) // "linked from plan.md:3 (to costs.md), rome.md:12 (to plan.md)" */
export function linkedFrom({ count, links }: Pick<LinkedRooms, "count" | "links">): string {
  const named = links
    .slice(0, NAMED_LINKS)
    .map(({ from, line, to }) => `${from}${line === null ? "" : `:${line}`} (to ${to})`);
  const more = count - named.length;
  return `linked from ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
