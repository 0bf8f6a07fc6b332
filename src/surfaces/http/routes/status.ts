import { z } from "zod";
import { AUDIT } from "../../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";
import { statusSchema } from "../../../operations/answers/status.ts";
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
      const status = await (await project()).status({ caller });
      // State and model of the index, runs and sources tell of drawers that the caller may not see.
      return caller === "owner" ? status : { project: status.project, counts: status.counts };
    },
  }),
  route({
    method: "get",
    path: "/v1/audit",
    operation: "audit",
    summary: "Who did what, latest first: objects by id, key or hash, never by content",
    access: "owner",
    query: AUDIT,
    answer: z.object({
      schema: z.literal(SCHEMA_VERSION),
      entries: z.array(
        z.object({
          time: z.string(),
          caller: z.string(),
          action: z.string(),
          object: z.string(),
          details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      ),
    }),
    handle: async ({ query, project }) => ({ entries: await (await project()).audit(query) }),
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
