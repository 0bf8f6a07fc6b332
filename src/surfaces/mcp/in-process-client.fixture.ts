import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Caller, Project } from "../../index.ts";
import { createMcpServer } from "./create-server.ts";
import { instructionsFor, type Profile, servedProject } from "./served-project.ts";

/** The official client, connected to a server in this process. */
export async function connectHere(
  project: Project,
  {
    caller,
    profile = "palace",
    name = "loci-test",
  }: { readonly caller: Caller; readonly profile?: Profile; readonly name?: string },
): Promise<Client> {
  const server = createMcpServer({
    project: servedProject(project),
    caller,
    profile,
    version: "0.0.0",
    instructions: await instructionsFor(servedProject(project), caller),
    clock: () => 0,
    afterwards: (work) => void work,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name, version: "1.0.0" });
  await server.connect(far);
  await client.connect(near);
  return client;
}
