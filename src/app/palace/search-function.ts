import type { SearchOptions, SearchResult } from "../../model/search.ts";

/** Search as the project has it. */
export type Search = (query: string, options?: SearchOptions) => Promise<SearchResult>;
