import { example, step } from "../model/next-step.ts";
import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { LociError } from "../model/error.ts";
import type { Source, SourceKind, SourceOptions } from "../model/source.ts";
import type { SourceStore } from "../storage/ports/catalog.ts";
import { isSingleFile } from "./scan/scan.ts";
import { sourceName } from "./source-key.ts";

/** What was said about sources; what is left out keeps its remembered value. */
export interface SourceRequest {
  /** Relative ones are seen from `cwd`. */
  readonly paths: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** `chat` for `mine`; else folder or file, whatever the path is. */
  readonly kind?: Extract<SourceKind, "chat" | "stdin">;
  /** The key of a source at a root. */
  readonly keyOf: (kind: SourceKind, root: string) => string;
  readonly options: Partial<SourceOptions>;
  /** ISO 8601: when a new source is added. */
  readonly now: string;
}

const NO_OPTIONS: SourceOptions = { scope: null, wing: null, room: null, include: [], exclude: [], format: null };

/**
 * Paths as sources: remembered ones with what was said laid over them, new ones with what was said. Writes nothing.
 *
 * @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE`: before anything is indexed, since a misspelt path is no partial success
 */
export async function resolveSources(store: SourceStore, request: SourceRequest): Promise<readonly Source[]> {
  const sources = new Map<string, Source>();
  for (const path of request.paths) {
    // Else it would be the current folder.
    if (path === "") throw new LociError("PATH_NOT_FOUND", "a path is empty", { hint: "name a folder or file" });
    const root = isAbsolute(path) ? resolve(path) : resolve(request.cwd, path);
    const single = isSingleFile(root);
    const kind = request.kind ?? (single ? "file" : "folder");
    if (single) requireRegular(root);
    const key = request.keyOf(kind, root);
    const stored = await store.get(key);
    const given = Object.fromEntries(Object.entries(request.options).filter(([, value]) => value !== undefined));
    sources.set(key, {
      key,
      name: sourceName(root),
      kind,
      root,
      options: { ...(stored?.options ?? NO_OPTIONS), ...given },
      addedAt: stored?.addedAt ?? request.now,
      lastRun: stored?.lastRun ?? null,
      lastJob: stored?.lastJob ?? null,
      checkedFrom: stored?.checkedFrom ?? null,
      status: stored?.status ?? "new",
      recipe: stored?.recipe ?? null,
    });
  }
  return [...sources.values()];
}

/** A pipe or a device could be read once at most, and not be looked at again. @throws LociError `PATH_UNREADABLE` */
function requireRegular(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
  throw new LociError("PATH_UNREADABLE", `'${path}' is neither a file nor a folder`, {
    hint: step`read a pipe through standard input: COMMAND | ${example("index", "- --name NAME")}`,
    details: { path },
  });
}
