import type { Server } from "@modelcontextprotocol/server";
import type { Caller, Project } from "../../index.ts";
import { LociError } from "../../index.ts";
import { protocolError } from "./protocol-error.ts";

/** What resources and prompts are read from. */
export interface ServedPalace {
  readonly project: Project;
  readonly caller: Caller;
}

const DRAWER = /^loci:\/\/drawer\/([0-9a-fA-F]{4,64})$/;

/** Serves `loci://drawer/{id}`: the exact words of a drawer. */
export function serveResources(server: Server, { project, caller }: ServedPalace): void {
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "loci://drawer/{id}", name: "drawer", description: "A drawer's exact words", mimeType: "text/plain" }],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    try {
      const drawer = DRAWER.exec(uri)?.[1];
      if (drawer === undefined) throw new LociError("USAGE", `there is no resource '${uri.slice(0, 200)}'`, { hint: "resources are loci://drawer/{id}" });
      const { drawers } = await project.expand([drawer], { caller });
      return { contents: drawers.map(({ id, text }) => ({ uri: `loci://drawer/${id}`, mimeType: "text/plain", text })) };
    } catch (thrown) {
      throw protocolError(thrown);
    }
  });
}
