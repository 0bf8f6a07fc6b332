import { z } from "zod";

/** Something that the caller should know about an answer, with the next step. */
export const noteSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() });
