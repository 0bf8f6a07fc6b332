import { join } from "node:path";
import { clientRoutes } from "./docs/client-routes.ts";
import { cliReference } from "./docs/cli-reference.ts";
import { configReference } from "./docs/config-reference.ts";
import { errorReference } from "./docs/error-reference.ts";
import { httpReference } from "./docs/http-reference.ts";
import { factsReference } from "./docs/facts-reference.ts";
import { searchReference } from "./docs/search-reference.ts";
import { mcpReference } from "./docs/mcp-reference.ts";

/** The generated pages of docs/, and what of the client is generated, by file name, as they should be now. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ["cli.md", await cliReference()],
    ["config.md", configReference()],
    ["errors.md", errorReference()],
    ["http-routes.md", httpReference()],
    ["facts.md", factsReference()],
    ["search.md", searchReference()],
    ["mcp-tools.md", await mcpReference()],
    [join("..", "src", "client", "routes.json"), clientRoutes()],
  ]);
}
