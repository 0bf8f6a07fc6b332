import type { PalaceAccess } from "../palace-access.ts";

/** A resource as `resources/list` gives it. */
export interface ListedResource {
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
