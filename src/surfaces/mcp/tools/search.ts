import type { SearchResult } from "../../../index.ts";
import { SEARCH, without } from "../../../model/requests/index.ts";
import { searchResultSchema } from "../../shared/schemas/hits.ts";
import { hitsText, shownHit } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

/** What only programs ask for is left to HTTP and the library. */
const input = without(SEARCH, ["fusion", "minScore", "excludeIds", "excludeChats", "passage", "now"]);

/** Characters of a hit around what answers: ten of them cost some 1,200 tokens. */
const PASSAGE = 300;

/**
 * Default size of an answer without a budget: 1,200 tokens of four characters. The usual ten hits are given in any case; a
 * question for several things may go deeper within this size.
 */
const USUAL_CHARACTERS = 4_800;

/** As many of the hits of a question for several things as an agent that set no limit has room for; the rest is said. */
function bounded(found: SearchResult): SearchResult {
  const usual = SEARCH.limit.default;
  let count = Math.min(usual, found.hits.length);
  while (count < found.hits.length && hitsText(cut(found, count + 1)).length <= USUAL_CHARACTERS) count++;
  return count === found.hits.length ? found : cut(found, count);
}

function cut(found: SearchResult, count: number): SearchResult {
  const hits = found.hits.slice(0, count);
  const documents = new Set(hits.map(({ source, message }) => `${source.name}\u0000${message?.session ?? source.path}`))
    .size;
  const more = {
    code: "MORE" as const,
    message: `${found.hits.length - count} more that may belong to it`,
    hint: `give limit: ${found.hits.length}`,
  };
  return { ...found, hits, several: { documents }, notes: [...found.notes, more] };
}

export const searchTool: Tool<typeof input> = {
  name: "search",
  description: "Find passages (drawers) in the memory. Gives exact words with their source, never summaries.",
  input,
  output: searchResultSchema,
  behaviour: { readOnly: true },
  async run({ query, ...options }, { project, caller, signal, ifEmpty }) {
    // Who wants whole drawers expands them, or fills a budget.
    const passage = options.budgetTokens === undefined ? { passage: PASSAGE } : {};
    const whole = await project.search(query, { ...passage, ...options, caller, signal });
    const unbounded = whole.several !== undefined && options.limit === undefined && options.budgetTokens === undefined;
    const found = unbounded ? bounded(whole) : whole;
    const empty = found.hits.length === 0 && (await project.wings({ caller })).wings.length === 0;
    const result = empty ? { ...found, notes: [...found.notes, ...ifEmpty()] } : found;
    return {
      structured: { ...result, hits: result.hits.map((hit) => shownHit(hit, options.explain === true)) },
      text: hitsText(result),
      accesses: { kind: "shown", ids: result.hits.map(({ id }) => id), query },
    };
  },
};
