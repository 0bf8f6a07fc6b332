import { LociError } from "../../../index.ts";
import type { PalaceResource } from "./find-resource.ts";

export const drawerResource: PalaceResource = {
  name: "drawer",
  description: "The exact words of a drawer, by its id",
  mimeType: "text/plain",
  uriTemplate: "loci://drawer/{id}",
  async read(id, { project, caller }) {
    const { drawers } = await project.expand([id], { caller });
    const [drawer] = drawers;
    if (drawer === undefined)
      throw new LociError("DRAWER_NOT_FOUND", `there is no drawer '${id.slice(0, 80)}'`, {
        hint: "ids come from 'search'",
      });
    return { uri: `loci://drawer/${drawer.id}`, text: drawer.text };
  },
  // There may be millions; they are found by searching.
  list: async () => [],
  complete: async () => [],
};
