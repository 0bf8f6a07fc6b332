import { z } from "zod";
import { LociError } from "../../../index.ts";
import { expandRequestSchema } from "../../shared/schemas/expand-request.ts";
import { expandedSchema } from "../../shared/schemas/expanded.ts";
import { shownHit } from "../shown-hit.ts";
import { drawerText } from "../text/drawer-text.ts";
import type { Tool } from "../tool.ts";

/** Characters that count as one token, and what an answer takes by default: a document may have millions. */
const CHARACTERS_A_TOKEN = 4;
const DEFAULT_TOKENS = 6_000;

const { before, after, section, document } = expandRequestSchema.shape;
// What the description of the tool says already stands in no field.
const input = expandRequestSchema.extend({
  before: before.describe(""),
  after: after.describe(""),
  section: section.describe(""),
  document: document.describe(""),
  budgetTokens: z.int().min(1).max(100_000).exactOptional().describe("Default 6000"),
  cursor: z.string().max(20).exactOptional().describe("The 'next' of the answer before"),
});
const output = expandedSchema.omit({ text: true });

export const expandTool: Tool<typeof input> = {
  name: "expand",
  description:
    "Open drawers by id: exact text, read again from the file, with what stands before and after, the whole section or document.",
  input,
  output,
  behaviour: { readOnly: true },
  async run({ ids, budgetTokens = DEFAULT_TOKENS, cursor, ...options }, { project, caller }) {
    const { drawers } = await project.expand(ids, { ...options, caller });
    const start = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(start) || start < 0 || start >= drawers.length)
      throw new LociError("USAGE", `expand: there is nothing at the cursor '${String(cursor)}'`, {
        hint: "give 'next' of the answer before, with the same ids",
      });
    let end = start;
    for (let room = budgetTokens * CHARACTERS_A_TOKEN; end < drawers.length; end++) {
      room -= drawers[end]?.text.length ?? 0;
      // The first one comes, however long it is.
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
