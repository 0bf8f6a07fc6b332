import { operation, step } from "../../model/next-step.ts";
import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { LociError, systemHint } from "../../model/error.ts";
import type { FailedFile, SkippedFile } from "../../operations/answers/run.ts";
import { refusedFormat } from "../../parsing/file-type.ts";
import { isInside, toolOf } from "../source-key.ts";
import { type GitUser, type IgnoreChain, chainAbove, extendChain, isIgnored, isLeftOut } from "./ignore-files.ts";
import { type IncludeRules, firstBytes } from "./include-rules.ts";

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
  /** The package that it is part of; see `PlaceInput.project`. */
  readonly project?: string | undefined;
}

/** What a scan found. All lists sorted by path. */
export interface Scan {
  readonly files: readonly ScannedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly failed: readonly FailedFile[];
  /** Folders (ending in `/`) that couldn't be listed: what is known of them must not be taken for gone. */
  readonly unreadable: readonly string[];
}

export interface ScanOptions {
  readonly rules: IncludeRules;
  readonly maxFileBytes: number;
  /** Loci's own data folder, never walked into from outside. Real path, or null. */
  readonly ownFolder: string | null;
  readonly git: GitUser;
  readonly signal: AbortSignal | undefined;
  /** Whether hidden histories of agents are taken, whatever ignore files say: agents write themselves into those. */
  readonly histories?: boolean;
}

/** Entries of folders looked at before the event loop gets a turn: some 5 ms of work. */
const ENTRIES_A_TURN = 800;

/**
 * Lists the files of a folder that take part. Hidden entries and what ignore files or `--exclude` leave out are passed
 * over; of the rest, every file that can't take part is skipped with its reason.
 *
 * Synchronous calls on purpose: 1,900 files take 12 ms so, against 60 ms through the thread pool. The event loop gets a
 * turn every 800 entries.
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` for the root itself; what the signal aborts with
 */
export async function scanFolder(root: string, options: ScanOptions): Promise<Scan> {
  if (isSingleFile(root))
    throw new LociError("PATH_UNREADABLE", `'${root}' is no folder any more`, {
      hint: step`remove the source and add the file: ${operation("sources rm")}, ${operation("index")}`,
    });
  const realRoot = realpathSync(root);
  const walk: Walk = {
    ...options,
    realRoot,
    entered: new Set([realRoot]),
    files: [],
    skipped: [],
    failed: [],
    unreadable: [],
  };
  const queue: Folder[] = [{ absolute: root, path: "", above: chainAbove(realRoot, options.git) }];
  for (let looked = 0; queue.length > 0;) {
    options.signal?.throwIfAborted();
    const folder = queue.pop() as Folder;
    const entries = entriesOf(walk, folder);
    if (entries === null) continue;
    const names = new Set(entries.map(({ name }) => name));
    const chain = chainOf(walk, folder, names);
    if (chain === null) continue;
    if (folder.path !== "" && leftOutWhole(walk, folder, names)) continue;
    for (const entry of entries) {
      if (++looked % ENTRIES_A_TURN === 0) await new Promise(setImmediate);
      if (entry.name.startsWith(".")) takeHistory(walk, { folder, entry }, queue);
      else if (!(entry.isSymbolicLink() && leadsPast(walk, folder, entry)))
        visit(walk, { folder, chain, entry }, queue);
    }
  }
  const { files, skipped, failed, unreadable } = walk;
  return { files: files.sort(byPath), skipped: skipped.sort(byPath), failed: failed.sort(byPath), unreadable };
}

/** Folders of installed packages and of what programs make anew. */
const INSTALLED: ReadonlySet<string> = new Set(
  "node_modules bower_components jspm_packages site-packages __pycache__ Pods".split(" "),
);
/**
 * What lies in a folder that a program made and can make again: the tag of caches (bford.info/cachedir), a virtual
 * environment of Python.
 */
const MADE = ["CACHEDIR.TAG", "pyvenv.cfg"] as const;
/** What Logseq keeps of notes as they were before they were changed or deleted. */
const BACKUP = /(?:^|\/)logseq\/(?:bak|\.recycle)\/$/u;

/** Whether nobody wrote what is in a folder, which is said; who wants it read names it as a source. */
function leftOutWhole({ skipped }: Walk, { path }: Folder, names: ReadonlySet<string>): boolean {
  const name = path.split("/").at(-2) ?? "";
  const made = MADE.some((one) => names.has(one));
  const isBackup = BACKUP.test(path);
  if (!made && !isBackup && !INSTALLED.has(name)) return false;
  skipped.push({
    path,
    reason: `${isBackup ? "backups of Logseq" : made ? "made by a program" : "installed packages"}; read when it is a source of its own`,
  });
  return true;
}

/** Hidden histories of which a folder has its own. */
const TAKEN: Readonly<Record<string, string>> = { ".specstory": "SpecStory", ".aider.chat.history.md": "Aider" };
/** Hidden folders, and where in them tools have folders of their own. */
const HOUSES: Readonly<Record<string, string>> = { ".local": ".local/share", ".config": ".config" };

/** Takes a hidden history where histories are looked for; elsewhere it is named, and so are the places where tools keep theirs. */
function takeHistory(walk: Walk, { folder, entry }: Omit<Visited, "chain">, queue: Folder[]): void {
  const name = (path: string, agent: string): void =>
    void walk.skipped.push({ path: folder.path + path, reason: `hidden; histories of ${agent} are read by mining it` });
  const agent = TAKEN[entry.name];
  if (agent !== undefined && walk.histories === true)
    visit(walk, { folder, chain: { user: walk.git, folders: [] }, entry }, queue);
  else if (agent !== undefined) name(entry.name, agent);
  if (!entry.isDirectory()) return;
  const house = HOUSES[entry.name];
  const inside = (path: string): string[] => {
    try {
      return readdirSync(join(folder.absolute, path)).map((one) => `${path}/${one}`);
    } catch {
      // No folder, or none of ours to look into: nothing in it could be mined either.
      return [];
    }
  };
  for (const own of house === undefined ? [entry.name] : inside(house)) {
    const tool = toolOf(`/${own}`);
    const places = tool === null ? [] : inside(own).filter((path) => toolOf(`/${path}`) !== null);
    for (const path of places.sort()) name(path, tool as string);
  }
}

/** Whether a link leads to what ignore files or `--exclude` leave out, or into installed packages. */
function leadsPast({ realRoot, rules, git }: Walk, { absolute }: Folder, { name }: Dirent): boolean {
  try {
    const real = realpathSync(join(absolute, name));
    if (real === realRoot || !isInside(real, realRoot)) return false;
    const path = relative(realRoot, real).split(sep).join("/");
    const isInstalled = path.split("/").some((folder) => INSTALLED.has(folder));
    return isInstalled || rules.excludes(path) || rules.excludes(`${path}/`) || isLeftOut(realRoot, path, git);
  } catch {
    // A broken link, or an ignore file that can't be read: the visit says so.
    return false;
  }
}

/** One scan on its way: how it is done, and what it has found. */
interface Walk extends ScanOptions {
  readonly realRoot: string;
  /**
   * Real paths of the root and of linked folders: one that is linked twice, or from inside itself, is walked into once.
   */
  readonly entered: Set<string>;
  readonly files: ScannedFile[];
  readonly skipped: SkippedFile[];
  readonly failed: FailedFile[];
  readonly unreadable: string[];
}

interface Folder {
  readonly absolute: string;
  /** Relative to the root, `""` or ending in `/`. */
  readonly path: string;
  readonly above: IgnoreChain;
}

/** Null for a folder that can't be listed. @throws LociError `PATH_UNREADABLE` for the root */
function entriesOf(walk: Walk, { absolute, path }: Folder): readonly Dirent[] | null {
  try {
    return readdirSync(absolute, { withFileTypes: true });
  } catch (thrown) {
    if (path === "")
      throw new LociError("PATH_UNREADABLE", `'${absolute}' can't be listed (${errorCode(thrown)})`, {
        hint: "check its permissions",
        cause: thrown,
      });
    leaveOut(walk, path, `the folder can't be listed (${errorCode(thrown)})`);
    return null;
  }
}

/** Null for a folder whose ignore files can't be read. @throws LociError `PATH_UNREADABLE` for the root */
function chainOf(walk: Walk, { absolute, path, above }: Folder, names: ReadonlySet<string>): IgnoreChain | null {
  try {
    return extendChain(above, { folder: absolute, base: path }, { has: (name) => names.has(name) });
  } catch (thrown) {
    if (!(thrown instanceof LociError) || path === "") throw thrown;
    leaveOut(walk, path, thrown.message);
    return null;
  }
}

function leaveOut({ failed, unreadable }: Walk, path: string, message: string): void {
  failed.push({ path, code: "PATH_UNREADABLE", message });
  unreadable.push(path);
}

interface Visited {
  readonly folder: Folder;
  readonly chain: IgnoreChain;
  readonly entry: Dirent;
}

/** Takes a file, puts a folder into the queue, or says why neither. */
function visit(walk: Walk, { folder, chain, entry }: Visited, queue: Folder[]): void {
  const path = folder.path + entry.name;
  const absolute = join(folder.absolute, entry.name);
  try {
    const kind = kindOf(entry, absolute, walk.realRoot);
    if (kind === "outside") walk.skipped.push({ path, reason: "symlink leaves the source" });
    else if (kind === "other") walk.skipped.push({ path, reason: "not a regular file" });
    else {
      const rulePath = kind === "folder" ? `${path}/` : path;
      if (isIgnored(chain, rulePath) || walk.rules.excludes(rulePath)) return;
      if (kind === "file") takeFile(walk, path, absolute);
      else if (mayEnter(walk, { folder, entry }, absolute)) queue.push({ absolute, path: rulePath, above: chain });
    }
  } catch (thrown) {
    // The name's bytes are no UTF-8, so no path that can be spelt leads to it.
    if (entry.name.includes("\ufffd")) walk.skipped.push({ path, reason: "its name is not valid UTF-8" });
    else if (entry.isSymbolicLink()) walk.skipped.push({ path, reason: "broken symlink" });
    // Vanished between the listing and the look at it: as if it had never been there.
    else if (errorCode(thrown) !== "ENOENT")
      walk.failed.push({ path, code: "PATH_UNREADABLE", message: `can't be read (${errorCode(thrown)})` });
  }
}

/** What Telegram exports begins so: one chat, or all of somebody. */
const TELEGRAM =
  /^\s*\{\s*"(?:name|about)"\s*:[^\n]*\s*"(?:type"\s*:\s*"\w+_(?:chat|(?:super)?group|channel)|personal_information|chats)"/u;
const CHAT = "an export of chats; read by mining it";

function takeFile({ rules, maxFileBytes, files, skipped }: Walk, path: string, absolute: string): void {
  const documentType = rules.typeOf(path);
  if (documentType === null) {
    const isChat = /\.json$/iu.test(path) && TELEGRAM.test(firstBytes(absolute, 400).toString());
    skipped.push({ path, reason: isChat ? CHAT : (refusedFormat(path) ?? "unknown type") });
    return;
  }
  if (!rules.admits(path)) return;
  const stat = statSync(absolute);
  if (stat.size > maxFileBytes) skipped.push({ path, reason: `larger than ${maxFileBytes} bytes` });
  else
    files.push({ path, absolute, documentType, bytes: stat.size, modifiedAt: stat.mtimeMs, changedAt: stat.ctimeMs });
}

/** Not Loci's own folder, and no link that leads where the scan has been or is. */
function mayEnter({ ownFolder, entered }: Walk, { folder, entry }: Omit<Visited, "chain">, absolute: string): boolean {
  if (ownFolder !== null && realpathSync(absolute) === ownFolder) return false;
  if (!entry.isSymbolicLink()) return true;
  const real = realpathSync(absolute);
  const realParent = realpathSync(folder.absolute);
  if (entered.has(real) || realParent === real || isInside(realParent, real)) return false;
  entered.add(real);
  return true;
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

function kindOf(entry: Dirent, absolute: string, realRoot: string): "file" | "folder" | "outside" | "other" {
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other";
  const real = realpathSync(absolute);
  if (real !== realRoot && !isInside(real, realRoot)) return "outside";
  const stat = statSync(real);
  return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
}

const errorCode = (thrown: unknown): string => (thrown as NodeJS.ErrnoException).code ?? "unknown";

/**
 * Whether the root of a source is a file rather than a folder. @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`
 */
export const isSingleFile = (root: string): boolean => !statRoot(root).isDirectory();

/**
 * What is at the root of a source, one that is to be added or one that is known. @throws LociError `PATH_NOT_FOUND`,
 * `PATH_UNREADABLE`
 */
export function statRoot(path: string): Stats {
  try {
    return statSync(path);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, {
        hint:
          toolOf(path) === null
            ? step`check the spelling; a source that is gone is removed by ${operation("sources rm")}`
            : "no session was kept there yet, or the tool keeps them elsewhere: setting the agent up looks in each place",
        details: { path },
      });
    throw new LociError("PATH_UNREADABLE", `'${path}' can't be read (${code ?? "unknown"})`, {
      hint: systemHint(thrown) ?? "check its permissions",
      details: { path },
      cause: thrown,
    });
  }
}
