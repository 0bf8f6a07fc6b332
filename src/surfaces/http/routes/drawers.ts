import { z } from "zod";
import { expandedSchema } from "../../shared/schemas/expanded.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { type Route, route } from "../route.ts";

const params = z.strictObject({ id: z.string().min(4).max(64) });

/** Single drawers. */
export const drawerRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/drawers/:id",
    operation: "drawer",
    summary: "One drawer",
    access: "caller",
    params,
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), drawer: expandedSchema.shape.drawers.element }),
    handle: async ({ params: { id }, project, caller }) => ({ drawer: (await (await project()).expand([id], { caller })).drawers[0] }),
  }),
  route({
    method: "get",
    path: "/v1/drawers/:id/source",
    operation: "drawerSource",
    summary: "Where a drawer comes from: file and line, page, or message; absolute paths for the owner only",
    access: "caller",
    params,
    answer: z.looseObject({ schema: z.literal(SCHEMA_VERSION), id: z.string(), path: z.string(), fresh: z.boolean() }),
    handle: async ({ params: { id }, project, caller }) => await (await project()).source(id, { caller }),
  }),
];
