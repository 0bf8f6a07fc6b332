import { EXPAND, ONE_DRAWER, type ValuesOf, without } from "../../../model/requests/index.ts";
import { expandedSchema } from "../../../operations/answers/hits.ts";
import { type Route, route, type RouteRequest } from "../route.ts";

const AROUND = without(EXPAND, ["ids"]);

/** Opens drawers, one by its path or many by a body. */
export const expandRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/expand/:id",
    operation: "expandOne",
    summary: "Open a drawer: its exact text, read again from the file, and what stands around it",
    access: "caller",
    params: ONE_DRAWER,
    query: AROUND,
    answer: expandedSchema,
    handle: ({ params: { id }, query, ...request }) => expand([id], query, request),
  }),
  route({
    method: "post",
    path: "/v1/expand",
    operation: "expand",
    summary: "Open several drawers at once",
    access: "caller",
    body: EXPAND,
    answer: expandedSchema,
    handle: ({ body: { ids, ...options }, ...request }) => expand(ids, options, request),
  }),
];

async function expand(
  ids: readonly string[],
  options: ValuesOf<typeof AROUND>,
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
