import { readFileSync } from "node:fs";
import { writeFault } from "../model/write-fault.ts";
import { createPrivateFile } from "../files/create-private-file.ts";
import type { ProjectFolder } from "../app/project-folder.ts";

/**
 * Where the project's folder stood when it was made. The catalog goes on knowing what was born in the project (drawers added by hand, piped texts,
 * documents handed over, live chats) by paths and keys from there, so that a folder which is copied or moved keeps all of it, with its ids.
 *
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export function projectOrigin({ origin, root }: Pick<ProjectFolder, "origin" | "root">): string {
  try {
    return readFileSync(origin, "utf8").replace(/\n$/, "");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") throw writeFault(origin, thrown);
  }
  return createPrivateFile(origin, `${root}\n`) ? root : projectOrigin({ origin, root });
}
