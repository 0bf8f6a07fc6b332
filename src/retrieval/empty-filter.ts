import { hintOf, type NextStep, operation, step } from "../model/next-step.ts";
import type { DrawerFilter } from "../model/search.ts";
import type { Note } from "../model/note.ts";
import type { CandidateSet } from "../storage/ports/candidates.ts";
import { appliedFilters } from "./resolve-filter.ts";

/** What a filter is called where it is given. */
const NAMES: Readonly<Record<string, string>> = {
  wings: "wing",
  halls: "hall",
  rooms: "room",
  places: "wing and room",
  sources: "source",
  documentTypes: "type",
  elementTypes: "type",
  roles: "role",
};

const HINTS: Readonly<Record<string, string | NextStep>> = {
  source: step`${operation("sources")} lists them`,
  role: "roles are user, assistant, tool_call, tool_result, summary and system",
  type: "types are md, txt, rst, html, pdf, docx, canvas, code and chat, or of a passage: table, toc_entry, list",
};

/** A note when a filter leaves no drawer at all, so that a misspelt wing doesn't look like a question without an answer. */
export function emptyFilter(
  { visible, eligible, removed }: Pick<CandidateSet, "visible" | "eligible" | "removed">,
  filter: DrawerFilter,
): readonly Note[] {
  if (eligible > 0 || visible === 0) return [];
  const last = removed.findLast(({ drawers }) => drawers > 0);
  if (last === undefined) return [];
  const empty = (why: string, hint: string | NextStep): readonly Note[] => [
    { code: "FILTER_EMPTY", message: `no drawer passes the filter: ${why}`, ...hintOf(hint) },
  ];
  if (last.by === "since" || last.by === "before") {
    // Several options bound the time, and so may the question: the bound itself is said.
    const { since, before } = appliedFilters(filter);
    if ((filter.since ?? -Infinity) >= (filter.before ?? Infinity))
      return empty(`no time is from ${String(since)} on and before ${String(before)}`, "put the earlier time first");
    const bound = last.by === "since" ? `from ${String(since)} on` : `before ${String(before)}`;
    return empty(`none is dated ${bound}`, "a drawer without a date passes no filter of time");
  }
  const name = NAMES[last.by];
  const places = step`${operation("palace taxonomy")} shows which wings, halls and rooms there are`;
  return name === undefined ? [] : empty(`'${name}' left none`, HINTS[name] ?? places);
}
