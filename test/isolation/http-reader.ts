import { type Caller, type Configuration, loadConfiguration, openServiceTokens } from "../../src/index.ts";
import type { Operation, Operations } from "../../src/operations/operation.ts";
import { OPERATIONS } from "../../src/operations/project.ts";
import { type Asked, isAsked, requestsOf } from "./operation-asks.ts";
import { type LeakAnswer, leakAnswer, type LeakReader, type LeakTargets } from "./leak-reader.ts";
import type { Route } from "../../src/surfaces/http/route.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { startService } from "../../src/surfaces/http/start-service.ts";

/** A request of one route. */
interface Ask {
  readonly path: string;
  readonly body?: object;
}

/** What is asked of routes that take more than a path. Routes that change something are not asked; others are asked as they stand. */
const ASKS: Readonly<Record<string, (targets: LeakTargets) => readonly Ask[]>> = {
  search: ({ baits, names, hiddenIds, project }) => [
    ...["lexical", "semantic", "hybrid"].flatMap((mode) =>
      [...baits, "vault code"].map((query) => ({ path: "/v1/search", body: { query, mode, explain: true } })),
    ),
    ...names.flatMap((name) =>
      [{ excludeChats: [name] }, { wing: name }, { room: name }, { source: name }].map((filter) => ({
        path: "/v1/search",
        body: { query: "vault code", ...filter },
      })),
    ),
    { path: "/v1/search", body: { query: "vault code", excludeIds: hiddenIds } },
    { path: `/v1/search?project=${project}-not-there`, body: { query: "vault code" } },
  ],
  wings: ({ names }) => [
    { path: "/v1/wings" },
    ...names.map((name) => ({ path: `/v1/wings?wing=${encodeURIComponent(name)}` })),
  ],
  drawer: ({ hiddenIds, visibleIds }) =>
    [...hiddenIds, ...hiddenIds.map((id) => id.slice(0, 4)), ...visibleIds].map((id) => ({
      path: `/v1/drawers/${id}`,
    })),
  expand: ({ hiddenIds, visibleIds }) => [
    ...[...hiddenIds, ...hiddenIds.map((id) => id.slice(0, 4)), ...visibleIds].map((id) => ({
      path: `/v1/expand/${id}?before=100&after=100`,
    })),
    ...[...hiddenIds, ...visibleIds, hiddenIds.join(","), [...hiddenIds, ...visibleIds].join(",")].flatMap((ids) => [
      { path: `/v1/expand/${ids}?document=true` },
      { path: `/v1/expand/${ids}?section=true` },
    ]),
  ],
};

/** For the owner's eyes alone: asked as somebody else, they must refuse. Figures of a running process differ from call to call. */
const ONLY_REFUSED = new Set([
  "metrics",
  "jobs",
  "job",
  "sources",
  "filetree",
  "today",
  "changes",
  "settings",
  "doctor",
]);

/** Every route that answers, over a socket, with a token of each caller. */
export const httpLeakReader: LeakReader = {
  name: "HTTP",
  async open(loci) {
    const configuration = async (): Promise<Configuration> =>
      await loadConfiguration({ home: loci.home, folder: loci.home, environment: {}, flags: [] });
    const { settings } = await configuration();
    const server = { ...settings.server, port: 0 };
    const tokens = openServiceTokens(loci.home);
    const service = await startService({
      loci,
      tokens,
      settings: { ...settings, server },
      configuration,
      version: "0",
      defaultProject: "default",
      roots: [],
      watch: false,
      mounts: [],
      log: () => {},
      clock: Date.now,
      timer: () => performance.now(),
    });
    const issued = new Map<Caller, string>();
    return {
      async ask(caller, targets) {
        const token =
          issued.get(caller) ?? (caller === "owner" ? tokens.owner() : tokens.issue(caller, { projects: "all" }).token);
        issued.set(caller, token);
        const answers: LeakAnswer[] = [];
        for (const route of ROUTES.filter(
          (one) => isRead(one, caller) && !(caller === "owner" && ONLY_REFUSED.has(one.operation)),
        )) {
          for (const { path, body } of asksOf(route, targets)) {
            const answer = await leakAnswer(`${route.operation} ${path} ${JSON.stringify(body ?? {})}`, async () => {
              const url = new URL(path, service.url);
              if (!url.searchParams.has("project")) url.searchParams.set("project", targets.project);
              const response = await fetchAgain(url, {
                method: route.method.toUpperCase(),
                headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
                ...(body !== undefined && { body: JSON.stringify(body) }),
              });
              const text = await response.text();
              return {
                status: response.status,
                body:
                  response.headers.get("content-type")?.startsWith("application/json") === true
                    ? (JSON.parse(text) as unknown)
                    : text,
              };
            });
            answers.push(answer);
          }
        }
        return answers;
      },
      close: () => service.stop(),
    };
  },
};

/** A connection that stood idle may be closed by the service just when it is used again: other readers are asked in between. */
async function fetchAgain(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    return await fetch(url, init);
  }
}

function isRead({ method, operation }: Route, caller: Caller): boolean {
  const own = operationOf(operation);
  return method === "get" || operation in ASKS || (own !== undefined && isAsked(operation, own, caller));
}

/** The operation whose route is made from the table; a route by hand has its asks above, where it only reads. */
function operationOf(name: string): Operation | undefined {
  const operation = (OPERATIONS as Operations)[name];
  return operation?.http === null ? undefined : operation;
}

/** A request of an operation as its route takes it. */
function askOf({ method, path }: Route, asked: Asked): Ask {
  const rest = new Map(Object.entries(asked));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (method === "post") return { path: filled, body: Object.fromEntries(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of rest)
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, String(one));
  return { path: query.size === 0 ? filled : `${filled}?${query}` };
}

function asksOf(route: Route, targets: LeakTargets): readonly Ask[] {
  const operation = operationOf(route.operation);
  if (operation !== undefined) return requestsOf(operation, targets).map((asked) => askOf(route, asked));
  const build = ASKS[route.operation];
  if (build !== undefined) return build(targets);
  const name = targets.hiddenIds[0] ?? "none";
  return [{ path: route.path.replace(/:\w+/g, name) }];
}
