import { ERROR_TABLE } from "../../src/surfaces/shared/error-table.ts";
import { cell } from "./cell.ts";

/** Every error code with what it is on each surface, from the one table. */
export function errorReference(): string {
  return [
    "# Errors",
    "",
    "Made from the table in `src/surfaces/shared/error-table.ts` by `npm run docs`; don't edit. Every error is `{ code, message, hint, details }`: on standard output as",
    '`{ "schema": 1, "error": … }` with `--json`, as text on standard error without. A code never changes its meaning; the hint says what to do next.',
    "",
    "| code | when | exit status | HTTP | MCP |",
    "|---|---|---|---|---|",
    ...Object.entries(ERROR_TABLE).map(
      ([code, { exit, http, mcp, when }]) => `| \`${code}\` | ${cell(when)} | ${exit} | ${http} | ${mcp} |`,
    ),
    "",
  ].join("\n");
}
