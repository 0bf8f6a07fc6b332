import type { Server } from "@modelcontextprotocol/server";
import type { OpenPalace } from "./palace-access.ts";
import { protocolError } from "./protocol-error.ts";
import { findResource } from "./resources/find-resource.ts";
import { RESOURCES } from "./resources/resources.ts";

/** Serves the resources: their templates, those worth listing, and what they hold. */
export function serveResources(server: Server, palace: OpenPalace): void {
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCES.map(({ uriTemplate, name, description, mimeType }) => ({ uriTemplate, name, description, mimeType })),
  }));
  server.setRequestHandler("resources/list", async (_, { mcpReq: { signal } }) => {
    try {
      const opened = await palace(signal);
      const lists = await Promise.all(RESOURCES.map((resource) => resource.list(opened)));
      return { resources: lists.flat() };
    } catch (thrown) {
      throw protocolError(thrown);
    }
  });
  server.setRequestHandler("resources/read", async ({ params }, { mcpReq: { signal } }) => {
    try {
      const { resource, value } = findResource(params.uri, RESOURCES);
      const { uri, text } = await resource.read(value, await palace(signal));
      return { contents: [{ uri, mimeType: resource.mimeType, text }] };
    } catch (thrown) {
      throw protocolError(thrown, { uri: params.uri });
    }
  });
}
