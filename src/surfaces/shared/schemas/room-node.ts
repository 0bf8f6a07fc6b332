import { z } from "zod";

/** A room over the wings that it stands in. */
export const roomNodeSchema = z.object({
  room: z.string(),
  wings: z.array(z.string()),
  halls: z.array(z.string()),
  count: z.int().describe("Drawers"),
  first: z.string().nullable(),
  last: z.string().nullable(),
});
