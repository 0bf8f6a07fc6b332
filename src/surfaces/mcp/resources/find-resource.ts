import { LociError } from "../../../index.ts";
import type { PalaceAccess } from "../served-project.ts";

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
