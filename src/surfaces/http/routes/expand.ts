import { EXPAND, ONE_DRAWER, type ValuesOf, without } from "../../../model/requests/index.ts";
import { expandedSchema } from "../../../operations/answers/hits.ts";
import { route, type RouteRequest } from "../route.ts";

/** Opens drawers, one by its path or many by a body. */
export const EXPAND_ROUTES = {
  expandOne: route({
    http: "GET /v1/expand/:id",
    summary: "Open a drawer: its exact text, read again from the file, and what stands around it",
    access: "caller",
    params: ONE_DRAWER,
    query: without(EXPAND, ["ids"]),
    answer: expandedSchema,
    handle: ({ params: { id }, query, ...request }) => expand({ ids: [id], ...query }, request),
  }),
  expand: route({
    http: "POST /v1/expand",
    summary: "Open several drawers at once",
    access: "caller",
    body: EXPAND,
    answer: expandedSchema,
    handle: ({ body, ...request }) => expand(body, request),
  }),
};

/** What was opened is recorded after the answer. */
async function expand(
  { ids, ...options }: ValuesOf<typeof EXPAND>,
  { project, caller, service }: Pick<RouteRequest, "project" | "caller" | "service">,
): Promise<object> {
  const opened = await project();
  const expanded = await opened.expand(ids, { ...options, caller });
  const requested = expanded.drawers
    .filter(({ id }) => ids.some((start) => id.startsWith(start.toLowerCase())))
    .map(({ id }) => id);
  service.accesses.add(opened, { kind: "expanded", ids: requested, caller });
  return expanded;
}
