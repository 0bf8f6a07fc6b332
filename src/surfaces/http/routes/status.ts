import { z } from "zod";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";
import { statusSchema } from "../../../operations/answers/status.ts";
import { route } from "../route.ts";

/** How things stand. */
export const STATUS_ROUTES = {
  status: route({
    http: "GET /v1/status",
    summary: "How the project stands, of what the caller may see",
    access: "caller",
    answer: statusSchema,
    async handle({ project, caller }) {
      const status = await (await project()).status({ caller });
      // State and model of the index, runs and sources tell of drawers that the caller may not see.
      return caller === "owner" ? status : { project: status.project, counts: status.counts };
    },
  }),
  health: route({
    http: "GET /healthz",
    summary: "Whether the service answers",
    access: "open",
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), status: z.literal("ok"), version: z.string() }),
    handle: async ({ service }) => ({ status: "ok", version: service.version }),
  }),
};
