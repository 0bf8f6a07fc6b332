import { z } from "zod";
import { runSchema } from "./run.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** The answer to a run. */
export const jobSchema = z.object({ schema: z.literal(SCHEMA_VERSION), job: runSchema });
