import { createHash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { ifThere } from "./plain-file.ts";
import { isLiving } from "./living-process.ts";

/** Names of temporary files contain their owner: process, 4 digits of the machine, 8 random ones. Older names contain less. */
const OWNED = /\.(\d{1,10})-([0-9a-f]{4})[0-9a-f]{8}\.tmp$/u;
/** Suffixes of temporary files; `.next` was used by kept sessions. */
const TEMPORARY = /\.(?:tmp|next)$/u;
/** What stands behind `HOME.restoring`; older names have the process alone. */
const RESTORING = /^(?:-\d{1,10}|\.\d{1,10}-[0-9a-f]{12})\.tmp$/u;
/** How long a file is left alone whose writer is unknown or on another machine. */
const MAYBE_WRITTEN_MS = 60_000;

/**
 * The name under which the next content of a file is written, beside it: every temporary file of Loci is named here, so that it is found when its writer
 * was killed, and is left alone while its writer lives.
 * @example temporaryBeside("/home/me/.loci/token") // "/home/me/.loci/token.4711-0123456789ab.tmp"
 */
export const temporaryPath = (path: string): string =>
  `${path}.${process.pid}-${machine()}${randomBytes(4).toString("hex")}.tmp`;

/**
 * Temporary files in a folder and below it that nobody writes any more.
 * @returns absolute paths, sorted in each folder
 * Cost: the names of every folder.
 */
export const temporaryFiles = (folder: string): readonly string[] =>
  entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return temporaryFiles(path);
    return entry.isFile() && TEMPORARY.test(entry.name) && isLeft(path) ? [path] : [];
  });

/** Copies of a data folder that a killed restore has left beside it. @returns absolute paths, sorted */
export function restoresLeft(home: string): readonly string[] {
  const own = basename(restoringPath(home, ""));
  return entriesOf(dirname(home))
    .filter(
      (entry) => entry.isDirectory() && entry.name.startsWith(own) && RESTORING.test(entry.name.slice(own.length)),
    )
    .map(({ name }) => join(dirname(home), name))
    .filter(isLeft);
}

/** Where a data folder is put together before it takes its place. */
export const restoringPath = (home: string, rest = temporaryPath("")): string => `${home}.restoring${rest}`;

/** Removes what is left in a folder. @param beside what goes with it @returns how many there were */
export function sweepTemporary(folder: string, beside: readonly string[] = []): number {
  const left = [...temporaryFiles(folder), ...beside];
  for (const path of left) rmSync(path, { force: true, recursive: true });
  return left.length;
}

function isLeft(path: string): boolean {
  const [, pid = "0", where] = OWNED.exec(path) ?? [];
  if (where === machine()) return !isLiving(Number(pid));
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > MAYBE_WRITTEN_MS;
}

const machine = (): string => createHash("sha256").update(hostname()).digest("hex").slice(0, 4);

function entriesOf(folder: string) {
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
