import { PALACE } from "../../src/operations/palace.ts";

/** The routes of operations as the client calls them: it ships without the tables, whose fields and schemas it doesn't need. */
export function clientRoutes(): string {
  const routes = Object.entries(PALACE).flatMap(([name, { http }]) => (http === null ? [] : [`  ${name}: "${http}",`]));
  return [
    "/** Made from the tables in src/operations by `npm run docs`; don't edit. */",
    "export const OPERATION_ROUTES = {",
    ...routes,
    "} as const;",
    "",
  ].join("\n");
}
