import { operation, step, LociError } from "../../../index.ts";
import type { PalaceResource } from "./find-resource.ts";
import { counted } from "../../shared/counted.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";

/** A person scrolls through a list of wings; more are found by completing a name. */
const MAX_LISTED = 100;

const drawerResource: PalaceResource = {
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

const wingResource: PalaceResource = {
  name: "wing",
  description: "A wing with its rooms and halls, counted",
  mimeType: "application/json",
  uriTemplate: "loci://wing/{name}",
  async read(name, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const found = wings.find(({ wing, aliases }) => wing === name || aliases.includes(name));
    if (found === undefined)
      throw new LociError("USAGE", `there is no wing '${name.slice(0, 80)}'`, {
        hint: step`${operation("wings")} lists them`,
      });
    const { taxonomy } = await project.taxonomy({ caller });
    return {
      uri: `loci://wing/${encodeURIComponent(found.wing)}`,
      text: JSON.stringify({ schema: SCHEMA_VERSION, ...found, rooms: taxonomy[found.wing] ?? {} }, null, 2),
    };
  },
  async list({ project, caller }) {
    const { wings } = await project.wings({ caller });
    return wings.slice(0, MAX_LISTED).map(({ wing, count, rooms }) => ({
      uri: `loci://wing/${encodeURIComponent(wing)}`,
      name: wing,
      description: `${counted(count, "drawer")} in ${counted(rooms, "room")}`,
      mimeType: "application/json",
    }));
  },
  async complete(beginning, { project, caller }) {
    const { wings } = await project.wings({ caller });
    return wings
      .map(({ wing }) => wing)
      .filter((wing) => wing.startsWith(beginning.toLowerCase()))
      .sort();
  },
};

/** Every kind of resource, in the order of the lists. */
export const RESOURCES: readonly PalaceResource[] = [drawerResource, wingResource];
