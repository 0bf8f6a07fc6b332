import { LociError } from "../../../index.ts";
import { EXPAND, text, whole } from "../../../model/requests/index.ts";
import { expandedSchema } from "../../shared/schemas/hits.ts";
import { shownHit, drawerText } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

/** Characters that count as one token. */
const CHARACTERS_A_TOKEN = 4;

const input = {
  ...EXPAND,
  budgetTokens: whole(1, 100_000, "Tokens that an answer may take", { default: 6_000, short: "Default 6000" }),
  cursor: text(20, "The 'next' of the answer before"),
};
const output = expandedSchema.omit({ text: true });

export const expandTool: Tool<typeof input> = {
  name: "expand",
  description:
    "Open drawers by id: exact text, read again from the file, with what stands before and after, the whole section or document.",
  input,
  output,
  behaviour: { readOnly: true },
  async run({ ids, budgetTokens = input.budgetTokens.default, cursor, ...options }, { project, caller }) {
    const { drawers } = await project.expand(ids, { ...options, caller });
    const start = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(start) || start < 0 || start >= drawers.length)
      throw new LociError("USAGE", `expand: there is nothing at the cursor '${String(cursor)}'`, {
        hint: "give 'next' of the answer before, with the same ids",
      });
    let end = start;
    for (let room = budgetTokens * CHARACTERS_A_TOKEN; end < drawers.length; end++) {
      room -= drawers[end]?.text.length ?? 0;
      // The first drawer is always included, however long it is.
      if (room < 0 && end > start) break;
    }
    const shown = drawers.slice(start, end);
    const next = end < drawers.length ? String(end) : null;
    const parts = shown.map(
      (drawer, index) =>
        `${drawerText(drawer, `[${start + index + 1}]`)}${drawer.fresh ? "" : "\n(its file no longer holds this; these are the words as they were indexed)"}`,
    );
    const more = next === null ? [] : [`${drawers.length - end} more drawers; go on with cursor "${next}".`];
    return {
      structured: { drawers: shown.map((drawer) => shownHit(drawer, false)), total: drawers.length, next },
      text: [...parts, ...more].join("\n\n"),
      accesses: { kind: "expanded", ids: shown.map(({ id }) => id) },
    };
  },
};
