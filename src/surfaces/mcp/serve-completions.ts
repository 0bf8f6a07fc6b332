import type { Server } from "@modelcontextprotocol/server";
import type { OpenPalace } from "./palace-access.ts";
import { PROMPTS } from "./prompts/prompts.ts";
import { protocolError } from "./protocol-error.ts";
import { RESOURCES } from "./resources/resources.ts";

/** The protocol's own limit. */
const MOST_VALUES = 100;

/** Completes the variable of a resource's URI, and a prompt's argument that is named like a kind of resource. */
export function serveCompletions(server: Server, palace: OpenPalace): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, { mcpReq: { signal } }) => {
    try {
      const resource = ref.type === "ref/resource" ? RESOURCES.find(({ uriTemplate }) => uriTemplate === ref.uri) : kindOf(ref.name, argument.name);
      const values = (await resource?.complete(argument.value, await palace(signal))) ?? [];
      return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: values.length > MOST_VALUES } };
    } catch (thrown) {
      throw protocolError(thrown);
    }
  });
}

function kindOf(prompt: string, argument: string): (typeof RESOURCES)[number] | undefined {
  const isKnown = PROMPTS.some(({ name, arguments: known }) => name === prompt && known.some((one) => one.name === argument));
  return isKnown ? RESOURCES.find(({ name }) => name === argument) : undefined;
}
