import { z } from "zod";
import { addDrawerRequestSchema } from "../../shared/schemas/add-drawer-request.ts";
import { addedDrawerSchema } from "../../shared/schemas/added-drawer.ts";
import { duplicateCheckSchema } from "../../shared/schemas/duplicate-check.ts";
import { expandedSchema } from "../../shared/schemas/expanded.ts";
import { forgottenSchema } from "../../shared/schemas/forgotten.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { type Route, route } from "../route.ts";

const params = z.strictObject({ id: z.string().min(4).max(64) });

/** Single drawers. */
export const drawerRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/drawers",
    operation: "addDrawer",
    summary: "Store exact words by hand; a near-duplicate is refused with what it repeats, unless forced",
    access: "caller",
    body: addDrawerRequestSchema,
    answer: addedDrawerSchema,
    status: 201,
    async handle({ body, project, caller }) {
      const { file, ...added } = await (await project({ make: caller === "owner" })).addDrawer(body, { caller });
      // Where it stands on this machine is for the owner.
      return { ...added, file: caller === "owner" ? file : null };
    },
  }),
  route({
    method: "post",
    path: "/v1/drawers/check",
    operation: "checkDuplicate",
    summary: "Whether words are stored already",
    access: "caller",
    body: z.strictObject({ text: addDrawerRequestSchema.shape.text, scope: addDrawerRequestSchema.shape.scope }),
    answer: duplicateCheckSchema,
    handle: async ({ body: { text, ...options }, project, caller }) => await (await project()).checkDuplicate(text, { ...options, caller }),
  }),
  route({
    method: "delete",
    path: "/v1/drawers/:id",
    operation: "forgetDrawer",
    summary: "Forget a drawer that was added by hand; one that comes from a file of the user's is shown with its place and stays",
    access: "caller",
    params,
    query: z.strictObject({ dryRun: z.enum(["true", "false"]).exactOptional().describe("true: only shows what would go") }),
    answer: forgottenSchema,
    handle: async ({ params: { id }, query: { dryRun }, project, caller }) => await (await project()).forget(id, { caller, yes: dryRun !== "true" }),
  }),
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
