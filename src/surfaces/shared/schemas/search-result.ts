import { z } from "zod";
import { SEARCH_MODES, type SearchExplanation } from "../../../index.ts";
import { hitSchema } from "./hit.ts";
import { noteSchema } from "./note.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** With `explain`: what the search did. Output only, so its shape is the library's own type. */
const explanationSchema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<SearchExplanation>;

/** The answer to a search, as `SearchResult` of the library with the version of the answers. */
export const searchResultSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  query: z.string(),
  mode: z.enum(SEARCH_MODES),
  modelIdentity: z.string().nullable(),
  covered: z.boolean().describe("Whether the first hits answer"),
  probability: z.number().describe("Calibrated probability that they do, 0–1"),
  hits: z.array(hitSchema),
  several: z
    .object({ documents: z.int().describe("Sessions and files that the hits stand in") })
    .exactOptional()
    .describe("Where the question asks for several things"),
  filters: z.record(z.string(), z.unknown()),
  timings: z.record(z.string(), z.number()).describe("Milliseconds by stage"),
  notes: z.array(noteSchema),
  explanation: explanationSchema.exactOptional(),
});
