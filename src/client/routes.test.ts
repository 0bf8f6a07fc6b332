import assert from "node:assert/strict";
import test from "node:test";
import { ROUTES as SERVED } from "../surfaces/http/operation-routes.ts";
import { createClient } from "./index.ts";
import ROUTES from "./routes.json" with { type: "json" };

/** Compiles only while the client has a call for each of its routes. */
const client: Readonly<Record<keyof typeof ROUTES, unknown>> = createClient({ token: "x" });

test("the client has a call for every route that the service has, by the name of its reference", () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(ROUTES).map(([name, { http }]) => [name, http])),
    Object.fromEntries(SERVED.map(({ operation, method, path }) => [operation, `${method.toUpperCase()} ${path}`])),
    "npm run docs makes src/client/routes.json anew",
  );
  for (const name of Object.keys(ROUTES) as (keyof typeof ROUTES)[])
    assert.equal(typeof client[name], "function", name);
});
