import { LociError, tokenEstimate } from "../../../index.ts";
import { EXPAND, text, whole } from "../../../model/requests/index.ts";
import { drawerEntry } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

const input = {
  ...EXPAND,
  budgetTokens: whole(1, 100_000, "Tokens that an answer may take", { default: 6_000, short: "Default 6000" }),
  cursor: text(20, "The 'next' of the answer before", { short: "To go on" }),
};

/** Tokens of the fence and of what is said around it. */
const FRAME = 50;

export const expandTool: Tool<typeof input> = {
  name: "expand",
  description:
    "Open drawers by id: exact text, read again from the file, with what stands before and after, the whole section or document.",
  input,
  behaviour: { readOnly: true },
  async run({ ids, budgetTokens = input.budgetTokens.default, cursor, ...options }, { project, caller }) {
    const { drawers } = await project.expand(ids, { ...options, caller });
    const start = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(start) || start < 0 || start >= drawers.length)
      throw new LociError("USAGE", `expand: there is nothing at the cursor '${String(cursor)}'`, {
        hint: "give the cursor of the answer before, with the same ids",
      });
    const entries = drawers.map((drawer) =>
      drawerEntry(
        drawer,
        caller,
        drawer.fresh ? "" : "\n(its file no longer holds this; these are the words as they were indexed)",
      ),
    );
    let end = start;
    for (let room = budgetTokens - FRAME; end < entries.length; end++) {
      const { label, about, text: words } = entries[end] as (typeof entries)[number];
      room -= 6 + tokenEstimate(`${label} ${about}\n${words}`);
      // The first drawer is always there, as far as it fits.
      if (room < 0 && end > start) break;
    }
    const left = drawers.length - end;
    return {
      stored: entries.slice(start, end),
      tail: left === 0 ? "" : `${left} more drawers; go on with cursor "${end}".`,
      budgetTokens,
      accesses: { kind: "expanded", ids: drawers.slice(start, end).map(({ id }) => id) },
    };
  },
};
