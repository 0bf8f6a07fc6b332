import { z } from "zod";
import { expandRequestSchema } from "../../shared/schemas/expand-request.ts";
import { expandedSchema } from "../../shared/schemas/expanded.ts";
import { type Route, route, type RouteRequest } from "../route.ts";

const around = z.coerce.number().int().min(0).max(1_000);
const yes = z.enum(["true", "false"]).transform((text) => text === "true");

/** Query of `GET /v1/expand/:id`. */
const expandQuerySchema = z.strictObject({
  before: around.exactOptional().describe("Drawers before it"),
  after: around.exactOptional().describe("Drawers after it"),
  section: yes.exactOptional().describe("Everything under its heading"),
  document: yes.exactOptional().describe("The whole document"),
});

/** Opens drawers, one by its path or many by a body. */
export const expandRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/expand/:id",
    operation: "expandOne",
    summary: "Open a drawer: its exact text, read again from the file, and what stands around it",
    access: "caller",
    params: z.strictObject({ id: z.string().min(4).max(64) }),
    query: expandQuerySchema,
    answer: expandedSchema,
    handle: ({ params: { id }, query, ...request }) => expand([id], query, request),
  }),
  route({
    method: "post",
    path: "/v1/expand",
    operation: "expand",
    summary: "Open several drawers at once",
    access: "caller",
    body: expandRequestSchema,
    answer: expandedSchema,
    handle: ({ body: { ids, ...options }, ...request }) => expand(ids, options, request),
  }),
];

async function expand(
  ids: readonly string[],
  options: z.output<typeof expandQuerySchema>,
  { project, caller, service }: Pick<RouteRequest, "project" | "caller" | "service">,
): Promise<object> {
  const opened = await project();
  const expanded = await opened.expand(ids, { ...options, caller });
  const asked = expanded.drawers
    .filter(({ id }) => ids.some((start) => id.startsWith(start.toLowerCase())))
    .map(({ id }) => id);
  service.accesses.add(opened, { kind: "expanded", ids: asked, caller });
  return expanded;
}
