import { searchRequestSchema } from "../../shared/schemas/search-request.ts";
import { searchResultSchema } from "../../shared/schemas/search-result.ts";
import { hitsText } from "../text/hits-text.ts";
import type { Tool } from "../tool.ts";

export const searchTool: Tool<typeof searchRequestSchema> = {
  name: "search",
  description: "Find passages (drawers) in the memory. Gives exact words with their source, never summaries. Narrow with wing, hall or room when you know where to look.",
  input: searchRequestSchema,
  output: searchResultSchema,
  behaviour: { readOnly: true },
  async run({ query, ...options }, { project, caller, limit, signal }) {
    const result = await project.search(query, { limit, ...options, caller, signal });
    return { structured: result, text: hitsText(result), accesses: { kind: "shown", ids: result.hits.map(({ id }) => id), query } };
  },
};
