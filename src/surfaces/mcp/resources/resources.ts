import type { CompleteResult } from "@modelcontextprotocol/server";
import { LociError, operation, renderForModel, step, storedLines } from "../../../index.ts";
import { choice, given, needed, object, text } from "../../../model/requests/index.ts";
import { findPrompt } from "../prompts/prompts.ts";
import { type Served, serveRequest } from "../serve-request.ts";
import type { OpenPalace, PalaceAccess } from "../served-project.ts";
import { drawerEntry } from "../text/hits-text.ts";
import { taxonomyLines, wingLines } from "../text/palace-text.ts";
import { counted } from "../../shared/wording.ts";

/** A resource that a URI names: its kind, and the value of the URI's variable. */
export interface FoundResource {
  readonly resource: PalaceResource;
  readonly value: string;
}

/** The kind of resource that a URI is of. @throws LociError `USAGE` when it is of none */
export function findResource(uri: string, resources: readonly PalaceResource[]): FoundResource {
  for (const resource of resources) {
    const start = resource.uriTemplate.slice(0, resource.uriTemplate.indexOf("{"));
    const value = uri.startsWith(start) ? decoded(uri.slice(start.length)) : "";
    if (value !== "") return { resource, value };
  }
  throw new LociError("USAGE", `there is no resource '${uri.slice(0, 200)}'`, {
    hint: `resources are ${resources.map(({ uriTemplate }) => uriTemplate).join(", ")}`,
  });
}

/** The text behind percent signs; empty where they are malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    if (thrown instanceof URIError) return "";
    throw thrown;
  }
}

/** A resource as `resources/list` gives it. */
interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
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
  /** Values of the variable that begin like this, in a fixed order. */
  complete(beginning: string, palace: PalaceAccess): Promise<readonly string[]>;
}

/** A person scrolls through a list of wings; more are found by completing a name. */
const MAX_LISTED = 100;

const drawerResource: PalaceResource = {
  name: "drawer",
  description: "The words of a drawer, by its id",
  mimeType: "text/plain",
  uriTemplate: "loci://drawer/{id}",
  async read(id, { project, caller }) {
    const { drawers } = await project.expand([id], { caller });
    const [drawer] = drawers;
    if (drawer === undefined)
      throw new LociError("DRAWER_NOT_FOUND", `there is no drawer '${id.slice(0, 80)}'`, {
        hint: "ids come from 'search'",
      });
    return {
      uri: `loci://drawer/${drawer.id}`,
      text: renderForModel({ stored: [drawerEntry(drawer, caller)] }, project.sign).text,
    };
  },
  // There may be millions; they are found by searching.
  list: async () => [],
  complete: async () => [],
};

const wingResource: PalaceResource = {
  name: "wing",
  description: "A wing with its rooms and halls, counted",
  mimeType: "text/plain",
  uriTemplate: "loci://wing/{name}",
  async read(name, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const found = wings.find(({ wing, aliases }) => wing === name || aliases.includes(name));
    if (found === undefined)
      throw new LociError("USAGE", `there is no wing '${name.slice(0, 80)}'`, {
        hint: step`${operation("palace wings")} lists them`,
      });
    const { taxonomy } = await project.taxonomy({ caller });
    return {
      uri: `loci://wing/${encodeURIComponent(found.wing)}`,
      text: renderForModel(
        { stored: storedLines([...wingLines([found]), ...taxonomyLines({ rooms: taxonomy[found.wing] ?? {} })]) },
        project.sign,
      ).text,
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

/** The protocol's own limit. */
const MAX_VALUES = 100;

const COMPLETE = {
  ref: needed(
    object(
      {
        type: needed(choice(["ref/resource", "ref/prompt"], "")),
        uri: text(2_000, ""),
        name: text(200, ""),
        title: text(2_000, ""),
      },
      "",
    ),
  ),
  argument: needed(object({ name: needed(text(200, "")), value: needed(text(20_000, "")) }, "")),
  context: given("object"),
};

/** Completes the variable of a resource's URI, and a prompt's argument that is named like a kind of resource. */
export function serveCompletions(served: Served, palace: OpenPalace): void {
  serveRequest(
    served,
    { method: "completion/complete", params: COMPLETE },
    async ({ ref, argument }, { mcpReq: { signal } }): Promise<CompleteResult> => {
      const resource =
        ref.type === "ref/resource" ? resourceAt(ref.uri ?? "") : resourceOf(ref.name ?? "", argument.name);
      const values = (await resource?.complete(argument.value, await palace(signal))) ?? [];
      return {
        completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES },
      };
    },
  );
}

function resourceAt(uri: string): PalaceResource {
  const found = RESOURCES.find(({ uriTemplate }) => uriTemplate === uri);
  if (found === undefined)
    throw new LociError("USAGE", `there is no resource template '${uri.slice(0, 200)}'`, {
      hint: `templates are ${RESOURCES.map(({ uriTemplate }) => uriTemplate).join(", ")}`,
    });
  return found;
}

/** Null: the argument is anything that a person writes. */
function resourceOf(name: string, argument: string): PalaceResource | null {
  const isKnown = findPrompt(name).arguments.some((one) => one.name === argument);
  return (isKnown ? RESOURCES.find((one) => one.name === argument) : undefined) ?? null;
}
