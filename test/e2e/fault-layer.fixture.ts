import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join, sep } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * A layer between Loci and the disk, for tests: it sees every write, sync, rename, truncation and deletion of files below a folder, and every writing
 * statement and commit of its databases, before they happen, and can let one of them fail. Put in place by replacing what Node's own modules export,
 * so that no line of Loci knows of it.
 *
 * What it can't see are SQLite's single writes within a statement or a commit: these fail or happen as a whole here. Of a transaction the first statement
 * and the commit are points.
 */

/** Something that is about to be done to the disk. */
export interface Point {
  readonly what: string;
  /** Absolute; of a database, its main file. */
  readonly path: string;
}

export type Fault = "EIO" | "ENOSPC";

/** What the layer tells. */
export interface Watcher {
  /** Before it is done. @returns a fault: it fails so, and isn't done */
  before(point: Point): Fault | null;
  /** After a file was written to: how long it was before and is now. */
  wrote?(path: string, from: number, to: number): void;
}

let watched: { readonly root: string; readonly watcher: Watcher } | null = null;
let installed = false;

/** Has `watcher` told of all that is done below `root` while `work` runs; one at a time. */
export async function watching<T>(root: string, watcher: Watcher, work: () => Promise<T>): Promise<T> {
  if (!installed) install();
  installed = true;
  watched = { root, watcher };
  try {
    return await work();
  } finally {
    watched = null;
  }
}

function watcherOf(path: unknown): Watcher | null {
  if (watched === null || typeof path !== "string") return null;
  return path === watched.root || path.startsWith(watched.root + sep) ? watched.watcher : null;
}

function systemError(code: Fault, what: string, path: string): Error {
  return Object.assign(new Error(`${code}: injected, ${what} '${path}'`), {
    code,
    syscall: what,
    path,
    errno: code === "EIO" ? -5 : -28,
  });
}

/** Asks before something is done to a file. */
function ask(what: string, path: unknown): void {
  const fault = watcherOf(path)?.before({ what, path: path as string }) ?? null;
  if (fault !== null) throw systemError(fault, what, path as string);
}

function sizeOf(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

type Call = (...args: never[]) => unknown;
type Table = Record<string, Call>;

/** Functions whose first argument is the path that they change, and those that write to it. */
const BY_PATH = ["writeFile", "appendFile", "rename", "rm", "rmdir", "unlink", "copyFile", "mkdir", "truncate", "link"];
const WRITES = new Set(["writeFile", "appendFile"]);
const BY_DESCRIPTOR = { writeSync: "write", fsyncSync: "fsync", ftruncateSync: "truncate" } as const;

function install(): void {
  const files = fs as unknown as Table;
  const promises = fs.promises as unknown as Table;
  const paths = new Map<number, string>();
  const real = { ...files };
  const notify = (path: string, what: string, from: number): void => {
    if (WRITES.has(what)) watcherOf(path)?.wrote?.(path, from, sizeOf(path));
  };
  for (const what of BY_PATH) {
    const sync = real[`${what}Sync`] as Call;
    files[`${what}Sync`] = (named: string | number, ...rest: never[]) => {
      const path = typeof named === "number" ? (paths.get(named) ?? "") : named;
      // The destination of a copy is what changes.
      const changed = what === "copyFile" || what === "link" ? (rest[0] as unknown as string) : path;
      // Nothing is done to what isn't there.
      if (!(/^(?:rm|mkdir)/u.test(what) && fs.existsSync(path) === (what === "mkdir"))) ask(what, changed);
      const from = WRITES.has(what) ? sizeOf(changed) : 0;
      const done = sync(named as never, ...rest);
      notify(changed, what, from);
      return done;
    };
    const later = promises[what] as Call;
    promises[what] = async (path: string, ...rest: never[]) => {
      if (!(/^(?:rm|mkdir)/u.test(what) && fs.existsSync(path) === (what === "mkdir"))) ask(what, path);
      const from = WRITES.has(what) ? sizeOf(path) : 0;
      const done = await later(path as never, ...rest);
      notify(path, what, from);
      return done;
    };
  }
  const open = real["openSync"] as Call;
  files["openSync"] = (path: string, flags: string | number = "r", ...rest: never[]) => {
    // Making a file, or emptying one, is a write of its own.
    if (typeof flags === "string" && (flags.startsWith("w") || (flags.startsWith("a") && !fs.existsSync(path))))
      ask("open", path);
    const descriptor = open(path as never, flags as never, ...rest) as number;
    paths.set(descriptor, path);
    return descriptor;
  };
  for (const [name, what] of Object.entries(BY_DESCRIPTOR)) {
    const sync = real[name] as Call;
    files[name] = (descriptor: number, ...rest: never[]) => {
      const path = paths.get(descriptor) ?? "";
      ask(what, path);
      const from = what === "write" ? sizeOf(path) : 0;
      const done = sync(descriptor as never, ...rest);
      if (what === "write") watcherOf(path)?.wrote?.(path, from, sizeOf(path));
      return done;
    };
  }
  const openLater = promises["open"] as Call;
  promises["open"] = async (path: string, flags: string = "r", ...rest: never[]) => {
    if (flags !== "r") ask("open", path);
    const handle = (await openLater(path as never, flags as never, ...rest)) as Record<string, Call>;
    for (const [name, what] of [
      ["writeFile", "write"],
      ["write", "write"],
      ["sync", "fsync"],
      ["datasync", "fsync"],
      ["truncate", "truncate"],
    ] as const) {
      const method = (handle[name] as Call).bind(handle);
      handle[name] = async (...args: never[]) => {
        ask(what, path);
        const from = sizeOf(path);
        const done = await method(...args);
        if (what === "write") watcherOf(path)?.wrote?.(path, from, sizeOf(path));
        return done;
      };
    }
    return handle;
  };
  syncBuiltinESMExports();
  installDatabases();
}

const WRITING =
  /^\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|VACUUM|PRAGMA (?:journal_mode|user_version|wal_checkpoint))/iu;

function installDatabases(): void {
  const databases = new WeakMap<StatementSync, DatabaseSync>();
  const written = new WeakSet<DatabaseSync>();
  const { prepare, exec } = DatabaseSync.prototype;
  const askStatement = (database: DatabaseSync, sql: string): void => {
    const path = database.location() ?? "";
    const watcher = watcherOf(path);
    if (watcher === null) return;
    const ends = /^\s*COMMIT/iu.test(sql);
    if (!(ends ? written.has(database) : WRITING.test(sql))) {
      if (/^\s*ROLLBACK/iu.test(sql)) written.delete(database);
      return;
    }
    if (ends) written.delete(database);
    else if (database.isTransaction) {
      // One of its statements for all: whichever fails, all of the transaction is undone.
      if (written.has(database)) return;
      written.add(database);
    }
    const fault = watcher.before({ what: (/^\s*(?:PRAGMA \w+|\w+)/u.exec(sql)?.[0] ?? sql).trim(), path });
    if (fault === null) return;
    // After an error of the disk SQLite ends the transaction itself; after a full one it leaves that to whoever began it.
    if (fault === "EIO" && database.isTransaction) exec.call(database, "ROLLBACK");
    throw Object.assign(new Error(fault === "EIO" ? "disk I/O error" : "database or disk is full"), {
      code: "ERR_SQLITE_ERROR",
      errcode: fault === "EIO" ? 778 : 13,
    });
  };
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, args);
    databases.set(statement, this);
    return statement;
  };
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    askStatement(this, sql);
    exec.call(this, sql);
  };
  const statements = StatementSync.prototype as unknown as Table;
  for (const name of ["run", "get", "all"]) {
    const method = statements[name] as Call;
    statements[name] = function (this: StatementSync, ...args: never[]) {
      const database = databases.get(this);
      if (database !== undefined) askStatement(database, this.sourceSQL);
      return method.apply(this, args);
    };
  }
}

/** All files of a folder as they are now, as a process that ended here would leave them. */
export class Snapshot {
  readonly files = new Map<string, { readonly bytes: Buffer; readonly time: number }>();
  readonly folders: string[] = [];

  /** @param known contents that were read before, so that equal ones are kept once */
  constructor(root: string, known: Map<string, Buffer>) {
    const walk = (folder: string): void => {
      for (const entry of fs.readdirSync(join(root, folder), { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
          this.folders.push(path);
          walk(path);
        } else if (!path.endsWith("-shm")) {
          const bytes = fs.readFileSync(join(root, path));
          const key = bytes.toString("latin1");
          let kept = known.get(key);
          if (kept === undefined) known.set(key, (kept = bytes));
          this.files.set(path, { bytes: kept, time: fs.statSync(join(root, path)).mtimeMs });
        }
      }
    };
    walk("");
  }

  /** The same with one file cut to a length: what a process that ended in the middle of a write leaves. */
  cut(path: string, length: number): this {
    const file = this.files.get(path);
    if (file !== undefined) this.files.set(path, { ...file, bytes: file.bytes.subarray(0, length) });
    return this;
  }

  /** As if the process that had it written were gone: its temporary files say whose they are. */
  ended(): this {
    for (const [path, file] of [...this.files]) {
      this.files.delete(path);
      this.files.set(path.replace(`.${process.pid}-`, `.${2 ** 30}-`), file);
    }
    return this;
  }

  /** Makes a folder as it was. */
  restore(root: string): void {
    fs.rmSync(root, { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true, mode: 0o700 });
    for (const folder of this.folders) fs.mkdirSync(join(root, folder), { recursive: true, mode: 0o700 });
    for (const [path, { bytes, time }] of this.files) {
      fs.writeFileSync(join(root, path), bytes, { mode: 0o600 });
      fs.utimesSync(join(root, path), time / 1000, time / 1000);
    }
  }

  /** Tells one state from another. */
  key(): string {
    return [...this.files]
      .map(([path, { bytes }]) => `${path}\0${bytes.length}\0${bytes.toString("latin1")}`)
      .join("\0");
  }
}

/** A point in a message. */
export function named({ what, path }: Point): string {
  return `${what} ${basename(path).replace(/[0-9a-f]{12}/u, "…")}`;
}
