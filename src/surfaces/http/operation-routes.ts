import type { Project } from "../../index.ts";
import { type Fields, pick, sent, without } from "../../model/requests/index.ts";
import type { Operation, Operations } from "../../operations/operation.ts";
import { OPERATIONS } from "../../operations/project.ts";
import { methodAndPath, type Route, type TypedRoutes } from "./route.ts";
import { ASK_ROUTES, CHAT_ROUTES, JUDGEMENT_ROUTES, SEARCH_ROUTES } from "./routes/search.ts";
import { DOCUMENT_ROUTES, FACT_ROUTES, SOURCE_ROUTES } from "./routes/sources.ts";
import { DRAWER_ROUTES, PLACE_ROUTES } from "./routes/drawers.ts";
import { FILETREE_ROUTES } from "./routes/filetree.ts";
import { CHANGES_ROUTES, JOB_ROUTES } from "./routes/jobs.ts";
import { SESSION_ROUTES, TOKEN_ROUTES } from "./routes/session.ts";
import { SETTINGS_ROUTES } from "./routes/settings.ts";
import { METRICS_ROUTES, STATUS_ROUTES } from "./routes/status.ts";

/** Routes by hand: those that stream, take bytes, know the service, or add to an answer what only HTTP has. */
export const HAND_ROUTES = {
  ...SEARCH_ROUTES,
  ...ASK_ROUTES,
  ...DRAWER_ROUTES,
  ...PLACE_ROUTES,
  ...FACT_ROUTES,
  ...CHAT_ROUTES,
  ...CHANGES_ROUTES,
  ...DOCUMENT_ROUTES,
  ...SOURCE_ROUTES,
  ...JOB_ROUTES,
  ...FILETREE_ROUTES,
  ...STATUS_ROUTES,
  ...SETTINGS_ROUTES,
  ...SESSION_ROUTES,
  ...TOKEN_ROUTES,
  ...JUDGEMENT_ROUTES,
  ...METRICS_ROUTES,
} satisfies TypedRoutes;

/** The routes of a table of operations, in its order; of those that have one. */
async function operationRoutes(table: Operations): Promise<readonly Route[]> {
  const routes = Object.entries(table).map(async ([name, operation]) => await routeOf(name, operation));
  return (await Promise.all(routes)).flatMap((route) => route ?? []);
}

async function routeOf(name: string, operation: Operation): Promise<Route | null> {
  const { http, request, answer, summary, access, under, makes, unlimited } = operation;
  if (http === null || answer === null) return null;
  if (summary === undefined) throw new TypeError(`the route of '${name}' doesn't say what it does`);
  const { method, path } = methodAndPath(http);
  const named = [...path.matchAll(/:(\w+)/g)].map(([, field]) => field as string);
  const params: Fields = pick(request, named);
  const rest: Fields = without(sent(request), named);
  return {
    method,
    path,
    operation: name,
    summary,
    access,
    ...(named.length > 0 && { params }),
    ...(Object.keys(rest).length > 0 && { [method === "post" ? "body" : "query"]: rest }),
    ...(unlimited === true && { unlimited }),
    answer: await answer(),
    handle: async ({ params, query, body, project, caller }) => {
      const asked = { ...(params as object), ...(query as object), ...(body as object) };
      const opened = await project({ make: makes === true && caller === "owner" });
      const answered = await call(opened, { name, given: operation.given }, { ...asked, caller });
      return under === undefined ? (answered as object) : { [under]: answered };
    },
  };
}

/** Calls the library's method with the parts of a request that were checked. */
async function call(
  project: Project,
  { name, given }: Pick<Operation, "given"> & { readonly name: string },
  { caller, ...request }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const method = (project as unknown as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>)[name];
  if (method === undefined) throw new TypeError(`a project has no method '${name}'`);
  if (typeof given === "string") return await method(request, { caller });
  const options = Object.fromEntries(Object.entries(request).filter(([field]) => !given.includes(field)));
  return await method(...given.map((field) => request[field]), { ...options, caller });
}

const BY_HAND = Object.entries(HAND_ROUTES as TypedRoutes).map(
  ([operation, { http, ...route }]) => ({ ...methodAndPath(http), operation, ...route }) as Route,
);

/** Every route, in the order of the document: those by hand, and those that operations bring. */
export const ROUTES: readonly Route[] = [...BY_HAND, ...(await operationRoutes(OPERATIONS))];
