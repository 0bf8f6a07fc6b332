import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** A start-of-session brief. */
export const wakeUpSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  lines: z.array(
    z.object({
      section: z.enum(["identity", "pinned", "sessions", "kept", "facts", "rooms", "open", "events"]),
      text: z.string(),
      drawer: z.string().nullable(),
      fact: z.string().exactOptional().describe("Its topic; told to Loci, it may stand in no drawer"),
    }),
  ),
  text: z.string(),
  tokens: z.int(),
  budgetTokens: z.int(),
  left: z.record(z.string(), z.int()),
});
