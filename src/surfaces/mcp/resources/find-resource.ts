import { LociError } from "../../../index.ts";
import type { PalaceResource } from "./palace-resource.ts";

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
  throw new LociError("USAGE", `there is no resource '${uri.slice(0, 200)}'`, { hint: `resources are ${resources.map(({ uriTemplate }) => uriTemplate).join(", ")}` });
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
