import type { OpenedProject } from "../opened-project.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { type RemovedSource, removeSource } from "./remove-source.ts";

/**
 * Removes a document that was handed over as bytes. Every other source is the owner's to forget, with `removeSource`.
 *
 * @param key of its source, as its upload answered it
 * @throws LociError `SOURCE_NOT_FOUND`, also when it is not the caller's; `SOURCE_BUSY`
 */
export async function removeDocument(
  project: OpenedProject,
  key: string,
  { caller = "owner" }: { readonly caller?: Caller } = {},
): Promise<RemovedSource> {
  const source = await project.catalog.sources.get(key);
  if (
    source === null ||
    !isInside(source.root, project.folder.uploads) ||
    (caller !== "owner" && source.options.scope !== caller)
  ) {
    throw new LociError("SOURCE_NOT_FOUND", `there is no document '${key.slice(0, 200)}'`, {
      hint: "its key came with the answer to its upload",
    });
  }
  return await removeSource(project, key);
}
