import { LociError, nearestName } from "../../index.ts";
import type { Route } from "./route.ts";

/** The error of a request that no route takes: the path with other methods, or no such path. */
export function noRoute(method: string, path: string, routes: readonly Pick<Route, "method" | "path">[]): LociError {
  const shown = path.slice(0, 200);
  // A path that is a route by itself is not also another's parameter.
  const literal = routes.filter((route) => route.path === path);
  const here = literal.length > 0 ? literal : routes.filter((route) => patternOf(route.path).test(path));
  const allowed = here.flatMap((route) => (route.method === "get" ? ["GET", "HEAD"] : [route.method.toUpperCase()]));
  if (allowed.length > 0) {
    return new LociError("METHOD_NOT_ALLOWED", `${shown} takes no ${method}`, { hint: `use ${allowed.join(" or ")}`, details: { allowed } });
  }
  const near = nearestName(path, routes.map((route) => route.path));
  return new LociError("ROUTE_NOT_FOUND", `there is no route ${method} ${shown}`, { hint: `${near === null ? "" : `did you mean ${near}? `}/docs lists them` });
}

/** Paths of routes hold nothing but slashes, letters, dots, hyphens and parameters. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);
}
