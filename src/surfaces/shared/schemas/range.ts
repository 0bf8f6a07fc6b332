import { z } from "zod";

/** An inclusive, 1-based range of lines or pages. */
export const rangeSchema = z.object({ start: z.int(), end: z.int() });
