import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makePrivateFolder, syncFolder } from "./private-folder.ts";
import { temporaryPath } from "./temporary-file.ts";
import { writeFault } from "../model/write-fault.ts";

type Link = (from: string, to: string) => void;

/** What file systems without hard links answer: FAT, some network drives. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Makes a file for its owner only (0600) where none is there. It appears whole: of several processes that make it at once one is
 * first, and the others find all of its content. (Where a file system knows no hard links the last of them stays.)
 *
 * @param link gives a file a second name, and fails with `EEXIST` where one is there; another one is for tests
 * @returns whether it was made; false: it was there
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 * @example createPrivateFile("/home/me/.loci/token", "0a1b…\n")
 */
export function createPrivateFile(path: string, content: string, link: Link = linkSync): boolean {
  const temporary = temporaryPath(path);
  try {
    makePrivateFolder(dirname(path));
    try {
      const file = openSync(temporary, "wx", 0o600);
      try {
        writeFileSync(file, content);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      const placed = isPlaced(temporary, path, link);
      if (placed) syncFolder(dirname(path));
      return placed;
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (thrown) {
    throw writeFault(path, thrown);
  }
}

function isPlaced(temporary: string, path: string, link: Link): boolean {
  try {
    link(temporary, path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code !== "EEXIST" && !NO_LINKS.has(code)) throw thrown;
    if (code === "EEXIST" || existsSync(path)) return false;
    renameSync(temporary, path);
  }
  return true;
}
