import { LociError, renderForModel, storedLines } from "../../../index.ts";
import type { PalaceAccess } from "../served-project.ts";
import { drawerEntry } from "../text/hits-text.ts";
import { taxonomyLines, wingLines } from "../text/palace-text.ts";
import { counted } from "../../shared/wording.ts";
import { percentDecoded } from "../../../text/printable.ts";

/** The kind of resource that a URI is of, and the value of the URI's variable. @throws LociError `USAGE` when it is of none */
export function findResource(uri: string, resources: readonly PalaceResource[]) {
  for (const resource of resources) {
    const start = resource.uriTemplate.slice(0, resource.uriTemplate.indexOf("{"));
    const value = uri.startsWith(start) ? percentDecoded(uri.slice(start.length)) : "";
    if (value !== "") return { resource, value };
  }
  throw new LociError("USAGE", `there is no resource '${uri.slice(0, 200)}'`, {
    hint: `resources are ${resources.map(({ uriTemplate }) => uriTemplate).join(", ")}`,
  });
}

/** A resource as `resources/list` gives it. */
interface ListedResource extends Pick<PalaceResource, "name" | "description" | "mimeType"> {
  readonly uri: string;
}

/** A kind of resource, in a file of its own under `resources/`. Its URIs have one variable. */
export interface PalaceResource {
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** `loci://kind/{variable}` */
  readonly uriTemplate: string;
  /** @param value of the variable, decoded. @throws LociError as the library */
  read(value: string, palace: PalaceAccess): Promise<{ readonly uri: string; readonly text: string }>;
  /** Those worth listing, in a fixed order; none where there are too many to be read. */
  list(palace: PalaceAccess): Promise<readonly ListedResource[]>;
}

/** A person scrolls through a list of wings. */
const MAX_LISTED = 100;

const drawerResource: PalaceResource = {
  name: "drawer",
  description: "The words of a passage, by its id",
  mimeType: "text/plain",
  uriTemplate: "loci://drawer/{id}",
  async read(id, { project, caller }) {
    const { drawers } = await project.expand([id], { caller });
    const [drawer] = drawers;
    if (drawer === undefined)
      throw new LociError("DRAWER_NOT_FOUND", `there is no passage '${id.slice(0, 80)}'`, {
        hint: "ids come from 'search'",
      });
    return {
      uri: `loci://drawer/${drawer.id}`,
      text: renderForModel({ stored: [drawerEntry(drawer, caller)] }, project.sign).text,
    };
  },
  // There may be millions; they are found by searching.
  list: async () => [],
};

const wingResource: PalaceResource = {
  name: "wing",
  description: "A wing with its rooms and halls, counted",
  mimeType: "text/plain",
  uriTemplate: "loci://wing/{name}",
  async read(name, { project, caller }) {
    // Refuses a wing that isn't there.
    const own = (await project.rooms({ wing: name, caller })).rooms;
    const rooms = own.map(({ room, count }) => ({ wing: "rooms", room, count }));
    const { wings } = await project.wings({ caller });
    const found = wings.filter(({ wing, aliases }) => wing === name || aliases.includes(name));
    return {
      uri: `loci://wing/${encodeURIComponent(found[0]?.wing ?? name)}`,
      text: renderForModel({ stored: storedLines([...wingLines(found), ...taxonomyLines(rooms, {})]) }, project.sign)
        .text,
    };
  },
  async list({ project, caller }) {
    // Some clients hand the list to the model unasked, so it has the names that the owner gave.
    const { named } = await project.standing({ caller });
    return named.slice(0, MAX_LISTED).map(({ wing, count }) => ({
      uri: `loci://wing/${encodeURIComponent(wing)}`,
      name: wing,
      description: counted(count, "drawer"),
      mimeType: "text/plain",
    }));
  },
};

/** Every kind of resource, in the order of the lists. */
export const RESOURCES: readonly PalaceResource[] = [drawerResource, wingResource];
