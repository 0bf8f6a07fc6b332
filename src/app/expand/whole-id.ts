import { operation, step } from "../../model/next-step.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";

/**
 * The whole id for a beginning of one.
 *
 * @param id at least 4 hex digits, in either case
 * @throws LociError `DRAWER_NOT_FOUND` where it fits no drawer that the caller may see, or several; `details.matches` names up to five
 */
export async function wholeId(index: SearchIndex, id: string, visible: VisibleScopes): Promise<string> {
  const found = /^[0-9a-f]{4,32}$/i.test(id) ? await index.resolve(id.toLowerCase(), visible, 5) : [];
  if (found.length === 1) return found[0] as string;
  throw new LociError(
    "DRAWER_NOT_FOUND",
    found.length === 0 ? `there is no drawer '${id.slice(0, 80)}'` : `'${id}' is the beginning of several drawers`,
    {
      hint:
        found.length === 0
          ? step`ids come from ${operation("search")}; they change when the text changes`
          : "give more digits",
      details: { id: id.slice(0, 80), matches: found },
    },
  );
}
