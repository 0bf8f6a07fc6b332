import { existsSync } from "node:fs";
import { LociError } from "../../model/error.ts";
import type { ProjectFolder } from "../project-folder.ts";
import type { RecordFile } from "./record-file.ts";

/** The server that an address of a catalog names, without its password; empty: the project's folder. */
export function catalogPlace(uri: string): string {
  if (uri === "") return "";
  const url = URL.parse(uri);
  return url === null ? "a server" : `${url.host}${url.pathname}`;
}

/**
 * Refuses a catalog elsewhere than where the project's is: two of them would each take the other's sources for lost ones, and bring
 * back what was removed.
 *
 * @throws LociError `CONFIG_INVALID`
 * Cost: a system call; where the folder holds no catalog, its record is read.
 */
export function requireCatalogPlace(
  { catalog, record }: Pick<ProjectFolder, "catalog" | "record">,
  uri: string,
  recorded: Pick<RecordFile, "read">,
): void {
  const place = catalogPlace(uri);
  const isHere = existsSync(catalog);
  if (uri === "" && isHere) return;
  const known = isHere ? "" : recorded.read()?.catalog;
  if (known === undefined || known === place) return;
  const named = (where: string): string => (where === "" ? "in the project's folder" : `on the server ${where}`);
  throw new LociError(
    "CONFIG_INVALID",
    `the project's catalog is ${named(known)}, and this process was told that it is ${named(place)}; nothing was written`,
    {
      hint:
        `give every process the same LOCI_CATALOG_URI (catalog.uri); to move the catalog for good, stop them all and ` +
        (isHere ? `move '${catalog}' aside` : `take the lines "catalog" and "sha256" out of '${record}'`),
    },
  );
}
