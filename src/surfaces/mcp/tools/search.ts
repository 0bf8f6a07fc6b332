import { SEARCH, without } from "../../../model/requests/index.ts";
import { searchResultSchema } from "../../shared/schemas/search-result.ts";
import { hitsText } from "../text/hits-text.ts";
import { shownHit } from "../shown-hit.ts";
import type { Tool } from "../tool.ts";

/** What only programs ask for is left to HTTP and the library. */
const input = without(SEARCH, ["fusion", "minScore", "excludeIds", "excludeChats", "passage", "now"]);

/** Characters of a hit around what answers: ten of them cost some 1,200 tokens. */
const PASSAGE = 300;

export const searchTool: Tool<typeof input> = {
  name: "search",
  description: "Find passages (drawers) in the memory. Gives exact words with their source, never summaries.",
  input,
  output: searchResultSchema,
  behaviour: { readOnly: true },
  async run({ query, ...options }, { project, caller, signal, ifEmpty }) {
    // Who wants whole drawers expands them, or fills a budget.
    const passage = options.budgetTokens === undefined ? { passage: PASSAGE } : {};
    const found = await project.search(query, { ...passage, ...options, caller, signal });
    const empty = found.hits.length === 0 && (await project.wings({ caller })).wings.length === 0;
    const result = empty ? { ...found, notes: [...found.notes, ...ifEmpty()] } : found;
    return {
      structured: { ...result, hits: result.hits.map((hit) => shownHit(hit, options.explain === true)) },
      text: hitsText(result),
      accesses: { kind: "shown", ids: result.hits.map(({ id }) => id), query },
    };
  },
};
