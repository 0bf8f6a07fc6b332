import { z } from "zod";
import { type Answer, SCHEMA_VERSION } from "./answer.ts";

/** What happened today: between agents and the memory, and to it. */
export const todaySchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  keepsWords: z.boolean().describe("Whether `page.today` keeps the words of the owner's questions until midnight"),
  entries: z.array(
    z.object({
      time: z.string(),
      kind: z
        .enum(["asked", "given", "silent", "remembered", "forgotten"])
        .describe("given: put into a prompt unasked; silent: nothing was"),
      caller: z.string(),
      client: z.string().describe("Through what: an agent's name, cli, mcp, library; empty for what has none"),
      session: z.string().describe("The agent's session; empty where it isn't known"),
      words: z.string().nullable().describe("Of the question; null where they aren't kept"),
      ids: z.array(z.string()).describe("Drawers that were shown, given or remembered"),
      why: z.string().describe("Why it stayed silent"),
    }),
  ),
});

export type Today = Answer<typeof todaySchema>;
