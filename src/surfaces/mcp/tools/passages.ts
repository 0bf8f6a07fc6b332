import { LociError, storedLines, tokenEstimate } from "../../../index.ts";
import { EXPAND, SEARCH, text, VERIFY, whole, without } from "../../../model/requests/index.ts";
import { drawerEntry, HEAD_TOKENS, hitsAnswer, NOTHING_STORED } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

const SEARCHING = {
  // What only programs ask for is left to HTTP and the library.
  ...without(SEARCH, ["fusion", "minScore", "excludeIds", "excludeChats", "passage", "now"]),
  skip: whole(0, 900, "Hits that were shown before", { default: 0, short: "Hits shown before" }),
};

/** Hits that a budget is filled with at most: more find no room in what a search sends. */
const MOST_HITS = 30;

export const searchTool: Tool<typeof SEARCHING> = {
  name: "search",
  description:
    "Find passages (drawers) in the memory. Gives exact words with their source, never summaries; … marks what was left out: expand shows all.",
  input: SEARCHING,
  behaviour: { readOnly: true },
  async run({ query, skip = 0, budgetTokens, ...options }, { project, caller, signal, ifEmpty }) {
    // A budget is of what is sent, so it is kept where that is made.
    const limit = options.limit ?? (budgetTokens === undefined ? undefined : MOST_HITS);
    const found = await project.search(query, {
      ...options,
      ...(limit !== undefined && { limit: Math.min(1_000, limit + skip) }),
      ...(limit === undefined && skip > 0 && { limit: SEARCHING.limit.default + skip }),
      caller,
      signal,
    });
    const empty = found.hits.length === 0 && (await project.wings({ caller })).wings.length === 0;
    // What a fact says stands in no fence here; 'facts' tells it in one.
    const known = found.notes.map((note) =>
      note.code === "FACT_STORED" ? { ...note, message: "a stored fact answers it" } : note,
    );
    const result = { ...found, notes: empty ? [...known, ...ifEmpty()] : known };
    const { shown, ...answer } = hitsAnswer(result, {
      reader: caller,
      budgetTokens,
      skip,
      all: options.all,
      explain: options.explain === true,
    });
    const lead = empty ? NOTHING_STORED : (answer.lead ?? "");
    return {
      ...answer,
      lead,
      accesses: { kind: "shown", ids: shown.map(({ id }) => id), query, covered: found.covered },
    };
  },
};

const OPENING = {
  ...EXPAND,
  budgetTokens: whole(1, 100_000, "Tokens that an answer may take", { default: 6_000, short: "Default 6000" }),
  cursor: text(20, "The 'next' of the answer before", { short: "To go on" }),
};

/** Tokens of the fence and of what is said around it. */
const FRAME = 50;

export const expandTool: Tool<typeof OPENING> = {
  name: "expand",
  description:
    "Open passages by id: exact text, read again from the file, with what stands before and after, the whole section or document.",
  input: OPENING,
  behaviour: { readOnly: true },
  async run({ ids, budgetTokens = OPENING.budgetTokens.default, cursor, ...options }, { project, caller }) {
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
      room -= HEAD_TOKENS + tokenEstimate(`${label} ${about}\n${words}`);
      // The first drawer is always there, as far as it fits.
      if (room < 0 && end > start) break;
    }
    const left = drawers.length - end;
    return {
      stored: entries.slice(start, end),
      tail: left === 0 ? "" : `${left} more passages; go on with cursor "${end}".`,
      budgetTokens,
      accesses: { kind: "expanded", ids: drawers.slice(start, end).map(({ id }) => id) },
    };
  },
};

export const verifyAnswerTool: Tool<typeof VERIFY> = {
  name: "verify_answer",
  description:
    'Checks the citations of an answer, [M1 "exact words"], against the stored text, without a ' +
    "model: supported, wrong source, stitched together, not found, no such source. Call it before " +
    "you hand over an answer that quotes memory.",
  input: VERIFY,
  behaviour: { readOnly: true },
  async run({ text }, { project, caller }) {
    const { citations, uncited, marks } = await project.verify(text, { caller });
    if (citations.length === 0) return { lead: 'No citations: write them as [M1 "exact words"].' };
    const beside = [
      ...(uncited.length === 0 ? [] : [`${uncited.length} of its sentences cite nothing.`]),
      ...(marks.length === 0 ? [] : [`${marks.join(", ")} are no citations.`]),
    ];
    const lines = citations.map(({ label, verdict, reason, source, title, message, lines: at }) => {
      const where =
        source === null ? "" : ` in ${message === null ? source.path : title}${at === null ? "" : `:${at.start}`}`;
      return `[${label}] ${verdict}${reason === "" ? "" : ` (${reason})`}${where}`;
    });
    return { stored: storedLines(lines), tail: beside.join("\n") };
  },
};
