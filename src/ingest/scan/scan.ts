import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { LociError } from "../../model/error.ts";
import type { FailedFile, SkippedFile } from "../../model/job.ts";
import { isInside } from "../is-inside.ts";
import { chainAbove, extendChain, type IgnoreChain, isIgnored } from "./ignore-files.ts";
import { isSingleFile } from "./is-single-file.ts";
import type { IncludeRules } from "./include-rules.ts";

/** A file that takes part, by its metadata only. */
export interface ScannedFile {
  /** Relative to the source's root, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly documentType: string;
  readonly bytes: number;
  /** Milliseconds since the epoch, with what fraction the file system keeps. */
  readonly modifiedAt: number;
  /** When its inode last changed: also by a rename, and nobody can set it back. */
  readonly changedAt: number;
}

/** What a scan found. All lists sorted by path. */
export interface Scan {
  readonly files: readonly ScannedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly failed: readonly FailedFile[];
  /** Folders (ending in `/`) that couldn't be listed: what is known of them must not be taken for gone. */
  readonly unreadable: readonly string[];
}

/** How a tree is scanned. */
export interface ScanOptions {
  readonly rules: IncludeRules;
  readonly maxFileBytes: number;
  /** Loci's own data folder, never walked into from outside. Real path, or null. */
  readonly ownFolder: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Folders between two breaths of the event loop: some 5 ms of work. */
const FOLDERS_A_TURN = 64;

/**
 * Lists the files of a folder that take part. Hidden entries and what ignore files or `--exclude` leave out are passed over;
 * of the rest, every file that can't take part is skipped with its reason.
 *
 * Synchronous calls on purpose: 1,900 files take 12 ms so, against 60 ms through the thread pool. The event loop gets a turn every
 * 64 folders.
 *
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` for the root itself; what the signal aborts with
 */
export async function scanFolder(root: string, options: ScanOptions): Promise<Scan> {
  const { rules } = options;
  const files: ScannedFile[] = [];
  const skipped: SkippedFile[] = [];
  const failed: FailedFile[] = [];
  const unreadable: string[] = [];
  if (isSingleFile(root)) throw new LociError("PATH_UNREADABLE", `'${root}' is no folder any more`, { hint: "remove the source and add the file: 'loci sources rm', 'loci index'" });
  const realRoot = realpathSync(root);
  const visited = new Set<string>([realRoot]);
  const queue: { folder: string; base: string; chain: IgnoreChain }[] = [{ folder: root, base: "", chain: await chainAbove(realRoot) }];

  const addFile = (path: string, absolute: string): void => {
    const documentType = rules.typeOf(path);
    if (documentType === null) {
      skipped.push({ path, reason: "unknown type" });
      return;
    }
    if (!rules.admits(path)) return;
    const stat = statSync(absolute);
    if (stat.size > options.maxFileBytes) skipped.push({ path, reason: `larger than ${options.maxFileBytes} bytes` });
    else files.push({ path, absolute, documentType, bytes: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs });
  };

  for (let done = 0; queue.length > 0; done++) {
    options.signal?.throwIfAborted();
    if (done % FOLDERS_A_TURN === FOLDERS_A_TURN - 1) await new Promise(setImmediate);
    const { folder, base, chain: above } = queue.pop() as (typeof queue)[number];
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (thrown) {
      if (base === "") throw unreadableFolder(folder, thrown);
      failed.push({ path: base, code: "PATH_UNREADABLE", message: `the folder can't be listed (${errorCode(thrown)})` });
      unreadable.push(base);
      continue;
    }
    let chain: IgnoreChain;
    try {
      chain = await extendChain(above, folder, base, new Set(entries.map(({ name }) => name)));
    } catch (thrown) {
      if (!(thrown instanceof LociError) || base === "") throw thrown;
      failed.push({ path: base, code: "PATH_UNREADABLE", message: thrown.message });
      unreadable.push(base);
      continue;
    }
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const path = base + entry.name;
      const absolute = join(folder, entry.name);
      try {
        const kind = kindOf(entry, absolute, realRoot);
        if (kind === "outside") {
          skipped.push({ path, reason: "symlink leaves the source" });
        } else if (kind === "other") {
          skipped.push({ path, reason: "not a regular file" });
        } else {
          const rulePath = kind === "folder" ? `${path}/` : path;
          if ((chain.length > 0 && isIgnored(chain, rulePath)) || rules.excludes(rulePath)) continue;
          if (kind === "file") {
            addFile(path, absolute);
            continue;
          }
          if (options.ownFolder !== null && realpathSync(absolute) === options.ownFolder) continue;
          if (entry.isSymbolicLink()) {
            const real = realpathSync(absolute);
            if (visited.has(real) || real === realRoot || `${realpathSync(folder)}${sep}`.startsWith(`${real}${sep}`)) continue;
            visited.add(real);
          }
          queue.push({ folder: absolute, base: `${path}/`, chain });
        }
      } catch (thrown) {
        // The name's bytes are no UTF-8, so no path that can be spelt leads to it.
        if (entry.name.includes("\ufffd")) {
          skipped.push({ path, reason: "its name is not valid UTF-8" });
          continue;
        }
        // Vanished between the listing and the look at it: as if it had never been there.
        if (errorCode(thrown) === "ENOENT" && !entry.isSymbolicLink()) continue;
        const reason = entry.isSymbolicLink() ? "broken symlink" : null;
        if (reason !== null) skipped.push({ path, reason });
        else failed.push({ path, code: "PATH_UNREADABLE", message: `can't be read (${errorCode(thrown)})` });
      }
    }
  }
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
  return { files: files.sort(byPath), skipped: skipped.sort(byPath), failed: failed.sort(byPath), unreadable };
}

function kindOf(entry: Dirent, absolute: string, realRoot: string): "file" | "folder" | "outside" | "other" {
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other";
  const real = realpathSync(absolute);
  if (real !== realRoot && !isInside(real, realRoot)) return "outside";
  const stat = statSync(real);
  return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
}

function errorCode(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? "unknown";
}

function unreadableFolder(folder: string, thrown: unknown): LociError {
  return new LociError("PATH_UNREADABLE", `'${folder}' can't be listed (${errorCode(thrown)})`, { hint: "check its permissions", cause: thrown });
}
