import { hash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { isInside } from "../../ingest/source-key.ts";
import { recordHomeAudit } from "../audit.ts";
import { isOpenDatabase } from "../../files/open-databases.ts";
import { cannotOpen, ifThere } from "../../files/plain-file.ts";
import { makePrivateFolder } from "../../files/private-folder.ts";
import { copyBytes } from "../../files/raw-bytes.ts";
import { restoresLeft, restoringPath } from "../../files/temporary-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { LociError, writeFault } from "../../model/error.ts";
import { type NextStep, operation, option, step } from "../../model/next-step.ts";
import { jsonFields } from "../../text/fields.ts";

/** How databases are copied and checked, given by the engine. */
export interface DatabaseTools {
  /** Copies one committed state while others write. */
  readonly copy: (from: string, to: string) => Promise<void>;
  /** What is wrong with a database; empty when it is sound. */
  readonly problems: (path: string) => readonly string[];
}

/** What a backup or a restore copied. All of it was read back and compared. */
export interface BackupReport {
  readonly from: string;
  readonly to: string;
  readonly files: number;
  readonly databases: number;
  readonly bytes: number;
  /** When the backup was made, ISO 8601. */
  readonly madeAt: string;
}

interface Manifest {
  readonly format: 1;
  readonly madeAt: string;
  readonly files: readonly BackedUpFile[];
}

interface BackedUpFile {
  /** Below the data folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const MANIFEST = "backup.json";
const REMOVED = { recursive: true, force: true };
const DATABASE = /\.sqlite$/;
/** Logs of databases are part of their copies; temporary files belong to whoever writes them; a lock belongs to a process. */
const LEFT_OUT = /\.sqlite-(?:wal|shm|journal)$|\.(?:tmp|next)$|\.sock$/;
/** Where a service listens, of one that runs here and not of the copy; and the words of Today, which are gone tomorrow. */
const OF_NOW = /^(?:service\.json$|projects\/[^/]+\/today\/)/;

/**
 * Copies a data folder while others write to it. Databases are copied first and files after them, so that whatever an index
 * knows stands in the copied files too; each copy is read back, and the manifest with the hashes is written last. What a failed backup has
 * copied is removed again: it may be what fills the disk.
 * @param to a folder that is empty or isn't there
 * @throws LociError `USAGE`, `STORAGE_FAILED`, `STORAGE_FULL`, `INDEX_DAMAGED`
 */
export async function backUp(
  { home, to, now }: { readonly home: string; readonly to: string; readonly now: Date },
  tools: DatabaseTools,
): Promise<BackupReport> {
  const target = resolve(to);
  if (!existsSync(home))
    throw new LociError("PATH_NOT_FOUND", `there is no data folder '${home}'`, {
      hint: step`name one with ${option("home")}`,
    });
  if (isInside(join(target, sep), resolve(home)))
    throw new LociError("USAGE", `'${target}' lies within the data folder`, { hint: "name a folder outside of it" });
  requireEmpty(target, `name another folder, or remove what was cut off: half a backup has no ${MANIFEST}`);
  const made = !existsSync(target);
  const paths = filesBelow(home);
  const files: BackedUpFile[] = [];
  try {
    const copyAll = async (paths: readonly string[]): Promise<void> => {
      for (const path of paths) {
        const copied = await copyOne({ home, target, path }, tools);
        if (copied !== null) files.push(copied);
      }
    };
    await copyAll(paths.filter((path) => DATABASE.test(path)));
    await copyAll(paths.filter((path) => !DATABASE.test(path)));
    // Files that came while databases were copied: their rows may be in an index already.
    const seen = new Set(paths);
    await copyAll(filesBelow(home).filter((path) => !seen.has(path) && !DATABASE.test(path)));
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), files };
    replaceFile(join(target, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { durable: true });
    try {
      recordHomeAudit(home, { action: "data.backup", object: target }, now.getTime());
    } catch (thrown) {
      // In a home that can't be written to, or whose disk is full, nothing is forgotten, which would ask for the place.
      if (!(thrown instanceof LociError)) throw thrown;
    }
    return report(home, target, manifest);
  } catch (thrown) {
    try {
      const tops = new Set([MANIFEST, ...paths].map((path) => path.split("/", 1)[0] as string));
      for (const name of tops) rmSync(join(target, name), REMOVED);
      if (made) rmdirSync(target);
    } catch {
      // The first fault is the one to tell.
    }
    // Nothing is written to the data folder, so what has no room or no permission is the copy.
    throw thrown instanceof LociError && thrown.code !== "STORAGE_FULL" ? thrown : copyFault(target, thrown);
  }
}

/** Why a copy can't be written: what to do is about the disk that it goes to, not about the data folder's. */
function copyFault(target: string, thrown: unknown): LociError {
  const { code, message, cause } = thrown instanceof LociError ? thrown : writeFault(target, thrown);
  return code === "STORAGE_FULL"
    ? new LociError(code, `the disk of '${target}' has no room for the backup; what was copied is removed again`, {
        hint: "free some space on that disk, or name a folder on another",
        cause,
      })
    : new LociError(code, message, { hint: "name a folder that can be written to", cause });
}

/**
 * Puts a backup into a data folder that is empty or isn't there: checked by its hashes first, copied beside, checked again, renamed into its place.
 * @throws LociError `USAGE` for a folder that holds something, `PATH_NOT_FOUND`, `STORAGE_FAILED` for a backup that isn't whole
 */
export async function restoreBackup(from: string, home: string, tools: DatabaseTools): Promise<BackupReport> {
  const source = resolve(from);
  const manifest = await readManifest(source);
  requireEmpty(
    home,
    step`stop what uses it and move it away, or name another one with ${option("home")}: a restore never replaces data`,
  );
  for (const left of restoresLeft(home)) rmSync(left, REMOVED);
  const restoring = restoringPath(home);
  try {
    for (const file of manifest.files) {
      await requireSame(source, file, "backup");
      place(join(source, file.path), join(restoring, file.path));
      await requireSame(restoring, file, "copy");
      // Opening a database may leave a log beside it, so a copy is looked at and not the backup itself.
      if (DATABASE.test(file.path)) requireSound(join(restoring, file.path), tools);
    }
    makePrivateFolder(restoring);
    makePrivateFolder(dirname(home));
    if (existsSync(home)) rmdirSync(home);
    renameSync(restoring, home);
  } catch (thrown) {
    rmSync(restoring, REMOVED);
    throw thrown instanceof LociError ? thrown : writeFault(home, thrown);
  }
  return report(source, home, manifest);
}

/** Whatever the mask of who runs it: for the owner alone. */
const PRIVATE = 0o600;

async function copyOne(
  { home, target, path }: { readonly home: string; readonly target: string; readonly path: string },
  tools: DatabaseTools,
): Promise<BackedUpFile | null> {
  const [from, to] = [join(home, path), join(target, path)];
  makePrivateFolder(dirname(to));
  if (DATABASE.test(path)) {
    // Deleted since the folder was read, as happens when a cache is rebuilt.
    if (!existsSync(from)) return null;
    await tools.copy(from, to);
    chmodSync(to, PRIVATE);
    requireSound(to, tools);
  } else if (isOpenDatabase(from)) {
    // A put-aside catalog may still be open in this process.
    await copyBytes([{ from, to }]);
  } else {
    const unreadable = (thrown: unknown): LociError => cannotOpen(from, thrown);
    const content = ifThere(() => readFileSync(from), unreadable);
    // Deleted since the folder was read, as happens when somebody forgets a document.
    if (content === null) return null;
    writeFileSync(to, content, { mode: PRIVATE });
  }
  const content = await readFile(to);
  return { path, bytes: content.length, sha256: hash("sha256", content) };
}

function place(from: string, to: string): void {
  makePrivateFolder(dirname(to));
  copyFileSync(from, to);
  chmodSync(to, PRIVATE);
}

function requireSound(path: string, tools: DatabaseTools): void {
  const [problem] = tools.problems(path);
  if (problem === undefined) return;
  throw new LociError("STORAGE_FAILED", `the copy '${path}' is damaged: ${problem}`, {
    hint: step`run ${operation("doctor")} on the data folder that it was copied from`,
  });
}

async function requireSame(folder: string, { path, bytes, sha256 }: BackedUpFile, what: string): Promise<void> {
  const content = await readFile(join(folder, path)).catch(() => null);
  if (content !== null && content.length === bytes && hash("sha256", content) === sha256) return;
  throw new LociError(
    "STORAGE_FAILED",
    `'${path}' of the ${what} is ${content === null ? "missing" : "not what was backed up"}; nothing was restored`,
    { hint: "use another backup, or take one anew where the data folder still is" },
  );
}

async function readManifest(folder: string): Promise<Manifest> {
  const read = jsonFields(await readFile(join(folder, MANIFEST), "utf8").catch(() => "")) as Manifest | null;
  if (read?.format === 1 && Array.isArray(read.files) && read.files.every(({ path }) => isBelow(path))) return read;
  const what = existsSync(join(folder, MANIFEST))
    ? `its ${MANIFEST} can't be read`
    : `it has no ${MANIFEST}, as one that was cut off`;
  throw new LociError("PATH_NOT_FOUND", `'${folder}' is no whole backup: ${what}`, {
    hint: step`name one that ${operation("data backup")} has written to its end; half a one can be removed`,
  });
}

/** Whether a path of a manifest stays in its folder. */
const isBelow = (path: unknown): boolean =>
  typeof path === "string" && path !== "" && !isAbsolute(path) && !path.split(/[\\/]/u).includes("..");

function requireEmpty(folder: string, hint: string | NextStep): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isDirectory() && readdirSync(folder).length === 0)) return;
  throw new LociError("USAGE", `'${folder}' is there and not an empty folder`, { hint });
}

function filesBelow(root: string, folder = ""): readonly string[] {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (thrown) {
    if (folder !== "" && !existsSync(join(root, folder))) return [];
    throw cannotOpen(join(root, folder), thrown);
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(root, path);
      return entry.isFile() && !LEFT_OUT.test(entry.name) && !OF_NOW.test(path) ? [path] : [];
    });
}

const report = (from: string, to: string, { files, madeAt }: Manifest): BackupReport => ({
  from,
  to,
  files: files.length,
  databases: files.filter(({ path }) => DATABASE.test(path)).length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  madeAt,
});
