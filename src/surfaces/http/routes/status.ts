import { z } from "zod";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { statusSchema } from "../../shared/schemas/status.ts";
import { type Route, route } from "../route.ts";

/** How things stand. */
export const statusRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/status",
    operation: "status",
    summary: "How the project stands, of what the caller may see",
    access: "caller",
    answer: statusSchema,
    async handle({ project, caller }) {
      const { index, sources, running, lastJob, home, leaves, ...rest } = await (await project()).status({ caller });
      // Size and sequence of the index, and how many sources there are, tell of drawers that others may not see.
      return caller === "owner" ? { ...rest, index, home, sources, leaves, running, lastJob } : { ...rest, index: { state: index.state } };
    },
  }),
  route({
    method: "get",
    path: "/healthz",
    operation: "health",
    summary: "Whether the service answers",
    access: "open",
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), status: z.literal("ok"), version: z.string() }),
    handle: async ({ service }) => ({ status: "ok", version: service.version }),
  }),
];
