import {
  type Dirent,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { writing } from "../model/error.ts";
import { temporaryPath } from "./temporary-file.ts";
import { onFile } from "./plain-file.ts";

/**
 * Makes a folder for its owner only (0700), with those above it that aren't there; that they are is on disk.
 *
 * Not `mkdirSync` with `recursive`: where a file system answers ENOENT although the folder above is there, as `/proc` does, Node tries for
 * ever and can't even be told to stop.
 * @returns whether it was made; false: it was there
 * @throws the system's error
 * @example makePrivateFolder("/home/me/.loci")
 */
export function makePrivateFolder(path: string): boolean {
  try {
    return makeOne(path);
  } catch (thrown) {
    const above = dirname(path);
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT" || above === path) throw thrown;
    if (!isFolder(above)) makePrivateFolder(above);
    // One retry only, even if the parent exists: another process may have made it just now.
    return makeOne(path);
  }
}

function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    syncFolder(dirname(path));
    return true;
  } catch (thrown) {
    // Checked by what exists, not by the error code: for the root of a drive Windows reports a permission error.
    if (isFolder(path)) return false;
    throw thrown;
  }
}

/** Whether a folder is there, or a link to one. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** What systems answer that can't sync a folder: Windows, some network drives. */
const NOT_THERE: ReadonlySet<string | undefined> = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP", "EBADF"]);

/**
 * Makes sure that the names in a folder are on the disk: a file that was made, renamed or deleted there is so after a loss of power, too. Where a system
 * can't, nothing is done.
 * @throws the system's error of a disk that fails
 * Cost: one sync; some milliseconds on a disk that is busy.
 */
export function syncFolder(folder: string): void {
  try {
    onFile(folder, "r", fsyncSync);
  } catch (thrown) {
    if (!NOT_THERE.has((thrown as NodeJS.ErrnoException).code)) throw thrown;
  }
}

type Link = (from: string, to: string) => void;

/** What file systems without hard links answer: FAT, some network drives. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Makes a file for its owner only (0600) where none is there. It appears whole: of several processes that make it at once one is
 * first, and the others find all of its content. (Where a file system knows no hard links the last of them stays.)
 * @param link gives a file a second name, and fails with `EEXIST` where one is there; another one is for tests
 * @returns whether it was made; false: it was there
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 * @example createPrivateFile("/home/me/.loci/token", "0a1b…\n")
 */
export function createPrivateFile(path: string, content: string, link: Link = linkSync): boolean {
  const temporary = temporaryPath(path);
  return writing(path, () => {
    makePrivateFolder(dirname(path));
    try {
      onFile(temporary, "wx", (file) => {
        writeFileSync(file, content);
        fsyncSync(file);
      });
      const placed = isPlaced(temporary, path, link);
      if (placed) syncFolder(dirname(path));
      return placed;
    } finally {
      rmSync(temporary, { force: true });
    }
  });
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

/**
 * Goes on as the owner of a folder, where root works in somebody's: files that are made in it belong to him. One `sudo` would else lock him out.
 * @param folder absolute; one that isn't there is to be its neighbours', as a first start's. Cost: a look at each of those above, for root alone
 */
export function actAsOwner(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner === undefined && folder !== dirname(folder)) return actAsOwner(dirname(folder));
  if (owner === undefined || owner.uid === 0) return;
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
}

/** Files that belong to somebody else than their folder, and the one command that gives them back. @returns null for none. Cost: a look at each */
export function foreignFiles(folder: string) {
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner === undefined || process.platform === "win32") return null;
  const foreign = Array.from(entriesBelow(folder), pathOf).filter(
    (path) => (lstatSync(path, { throwIfNoEntry: false }) ?? owner).uid !== owner.uid,
  );
  const [first] = foreign;
  if (first === undefined) return null;
  return { first, count: foreign.length, command: `sudo chown -R ${owner.uid}:${owner.gid} '${folder}'` };
}

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

/** What is below a folder, in order of names, a folder before what is in it; links are not followed. One that may not be looked into has nothing. */
function* entriesBelow(folder: string, isLeftOut: (entry: Dirent) => boolean = () => false): Generator<Dirent> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isLeftOut(entry)) continue;
    yield entry;
    if (entry.isDirectory()) yield* entriesBelow(pathOf(entry), isLeftOut);
  }
}

/** The files below a folder, absolute. */
export const filesBelow = (...[folder, isLeftOut]: Parameters<typeof entriesBelow>): readonly string[] =>
  [...entriesBelow(folder, isLeftOut)].filter((entry) => entry.isFile()).map(pathOf);
