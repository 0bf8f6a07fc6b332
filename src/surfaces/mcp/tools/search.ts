import { SEARCH, whole, without } from "../../../model/requests/index.ts";
import { hitsAnswer } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

const input = {
  // What only programs ask for is left to HTTP and the library.
  ...without(SEARCH, ["fusion", "minScore", "excludeIds", "excludeChats", "passage", "now"]),
  skip: whole(0, 900, "Hits that were shown before", { default: 0, short: "Hits shown before" }),
};

/** Hits that a budget is filled with at most: more find no room in what a search sends. */
const MOST_HITS = 30;

export const searchTool: Tool<typeof input> = {
  name: "search",
  description:
    "Find passages (drawers) in the memory. Gives exact words with their source, never summaries; … marks what was left out: expand shows all.",
  input,
  behaviour: { readOnly: true },
  async run({ query, skip = 0, budgetTokens, ...options }, { project, caller, signal, ifEmpty }) {
    // A budget is of what is sent, so it is kept where that is made.
    const limit = options.limit ?? (budgetTokens === undefined ? undefined : MOST_HITS);
    const found = await project.search(query, {
      ...options,
      ...(limit !== undefined && { limit: Math.min(1_000, limit + skip) }),
      ...(limit === undefined && skip > 0 && { limit: input.limit.default + skip }),
      caller,
      signal,
    });
    const empty = found.hits.length === 0 && (await project.wings({ caller })).wings.length === 0;
    const result = empty ? { ...found, notes: [...found.notes, ...ifEmpty()] } : found;
    const { shown, ...answer } = hitsAnswer(result, {
      reader: caller,
      budgetTokens,
      skip,
      all: options.all,
      explain: options.explain === true,
    });
    return { ...answer, accesses: { kind: "shown", ids: shown.map(({ id }) => id), query } };
  },
};
