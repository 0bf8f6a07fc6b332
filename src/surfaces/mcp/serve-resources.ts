import type { ListResourcesResult, ReadResourceResult, Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { OpenPalace } from "./palace-access.ts";
import { protocolError } from "./protocol-error.ts";
import { findResource } from "./resources/find-resource.ts";
import { RESOURCES } from "./resources/resources.ts";
import { serveRequest } from "./serve-request.ts";

const readParams = z.object({ uri: z.string() });

/** Serves the resources: their templates, those worth listing, and what they hold. */
export function serveResources(server: Server, palace: OpenPalace): void {
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCES.map(({ uriTemplate, name, description, mimeType }) => ({ uriTemplate, name, description, mimeType })),
  }));
  serveRequest(server, "resources/list", z.object({}), async (_, { mcpReq: { signal } }): Promise<ListResourcesResult> => {
    const opened = await palace(signal);
    const lists = await Promise.all(RESOURCES.map((resource) => resource.list(opened)));
    return { resources: lists.flat() };
  });
  serveRequest(server, "resources/read", readParams, async ({ uri: asked }, { mcpReq: { signal } }): Promise<ReadResourceResult> => {
    try {
      const { resource, value } = findResource(asked, RESOURCES);
      const { uri, text } = await resource.read(value, await palace(signal));
      return { contents: [{ uri, mimeType: resource.mimeType, text }] };
    } catch (thrown) {
      throw protocolError(thrown, { uri: asked });
    }
  });
}
