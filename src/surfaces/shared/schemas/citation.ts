import { z } from "zod";

/** How an answer made from hits cites one of them. */
export const citationSchema = z.object({
  mark: z.string().describe("[M1] for the first hit"),
  label: z.string().describe("What stands behind the mark: file or chat, page or section, date"),
});
