import { keeping } from "../../caches/bounded-cache.ts";
import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { ifThere } from "../../files/plain-file.ts";
import type { Source } from "../../model/source.ts";
import { transcriptRules } from "../chats/scan-chats.ts";
import type { IngestSettings } from "../fingerprint.ts";
import {
  chainAbove,
  extendChain,
  IGNORE_FILES,
  type IgnoreChain,
  isIgnored,
  readableText,
} from "../scan/ignore-files.ts";
import { type IncludeRules, includeRules } from "../scan/include-rules.ts";
import { isSingleFile, type ScanOptions } from "../scan/scan.ts";
import { isInside } from "../source-key.ts";

export interface WatchedPaths {
  /**
   * Whether a path can be left alone: no run would read it.
   * @param kind null where it isn't known (yet, or any more): then only what is certain from the name is left alone
   */
  ignores(absolute: string, kind: "file" | "folder" | null): boolean;
  /** Whether a path says what is to be left alone, so that watching has to start anew when it changes. */
  isRuleFile(absolute: string): boolean;
  /** The path inside the source, with `/`; null outside of it. The root itself is `""`. */
  inside(absolute: string): string | null;
}

/**
 * The watcher's side of the scan's rules: hidden entries, ignore files, include and exclude patterns, Loci's own folder, links
 * that leave the source. What is ignored here is a subset of what a scan passes over or skips, so watching never misses a file
 * that a run would read; and whole ignored folders (`node_modules`) cost no watch.
 *
 * Ignore files are read when their folder is first met: after a change of one, make new `WatchedPaths`.
 */
export function watchedPaths(
  root: string,
  rules: IncludeRules,
  { ownFolder, git }: Pick<ScanOptions, "ownFolder" | "git">,
): WatchedPaths {
  const realRoot = realpathSync(root);
  const extended = (above: IgnoreChain, folder: string, base: string): IgnoreChain =>
    extendChain(above, { folder, base }, { read: readableText });
  const chains = new Map<string, IgnoreChain>([["", extended(chainAbove(realRoot, git), root, "")]]);
  const chainOf: (folder: string) => IgnoreChain = keeping((folder) => {
    const parent = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
    return extended(chainOf(parent), `${root}${sep}${folder}`, `${folder}/`);
  }, chains);
  const inside = (absolute: string): string | null => {
    const path = relative(root, absolute).split(sep).join("/");
    return path === ".." || path.startsWith("../") ? null : path;
  };

  return {
    inside,
    isRuleFile: (absolute) => IGNORE_FILES.includes(basename(absolute)),
    ignores(absolute, kind) {
      const path = inside(absolute);
      if (path === null) return true;
      if (path === "") return false;
      const name = basename(path);
      if (IGNORE_FILES.includes(name)) return isHidden(dirname(path));
      if (isHidden(path)) return true;
      if (kind === null) return false;
      if (kind === "file" && (rules.typeOf(path) === null || !rules.admits(path))) return true;
      const rulePath = kind === "folder" ? `${path}/` : path;
      if (rules.excludes(rulePath) || isIgnored(chainOf(dirname(path) === "." ? "" : dirname(path)), rulePath))
        return true;
      return kind === "folder" && leaves(absolute, realRoot, ownFolder);
    },
  };
}

const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith(".") && part !== ".");

function leaves(folder: string, realRoot: string, ownFolder: string | null): boolean {
  const real = ifThere(() => realpathSync(folder));
  // Gone meanwhile: nothing to watch.
  return real === null || real === ownFolder || (real !== realRoot && !isInside(real, realRoot));
}

/** What is to be watched of a source: the same rules as its scan's. @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` */
export function sourcePaths(
  { kind, root, options }: Source,
  settings: Pick<IngestSettings, "include" | "exclude" | "git">,
  ownFolder: string | null,
): WatchedPaths {
  if (isSingleFile(root))
    return {
      ignores: (absolute) => absolute !== root,
      isRuleFile: () => false,
      inside: (absolute) => (absolute === root ? basename(root) : null),
    };
  const exclude = [...settings.exclude, ...options.exclude];
  const rules =
    kind === "chat"
      ? transcriptRules(options.include, exclude, root)
      : includeRules([...settings.include, ...options.include], exclude, root);
  return watchedPaths(root, rules, { ownFolder, git: settings.git });
}

export interface TreeWatch {
  close(): Promise<void>;
}

export interface TreeWatchOptions {
  readonly ignores: (absolute: string, kind: "file" | "folder" | null) => boolean;
  /** A file came, changed or went; or the root itself went. Absolute path. */
  readonly onChange: (absolute: string) => void;
  /** The system refused something: some changes may be missed from now on. */
  readonly onError: (error: Error) => void;
  /** Looks at every file again every so many milliseconds instead of being told. For where the system's watches run out. */
  readonly pollEvery?: number;
}

/**
 * Watches a file or folder with everything below it; resolves when changes from now on are seen. A root that is not there is
 * waited for.
 */
export async function watchTree(
  root: string,
  { ignores, onChange, onError, pollEvery }: TreeWatchOptions,
): Promise<TreeWatch> {
  const { watch } = await import("chokidar");
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path: string, stats?: Stats) =>
      ignores(path, stats === undefined ? null : stats.isDirectory() ? "folder" : "file"),
    ...(pollEvery !== undefined && {
      backend: "polling" as const,
      pollingInterval: pollEvery,
      pollingBinaryInterval: pollEvery,
    }),
  });
  await new Promise<void>((resolve) => {
    watcher.on("error", (thrown) => onError(thrown instanceof Error ? thrown : new Error(String(thrown))));
    watcher.on("ready", resolve);
    for (const event of ["add", "change", "unlink"] as const) watcher.on(event, (path: string) => onChange(path));
    // A file of the same size whose time was put back is no change for the library; who compares contents sees it.
    watcher.on("raw", (event, name, details) => {
      const folder = (details as { readonly watchedPath?: string } | undefined)?.watchedPath;
      if (event !== "change" || typeof name !== "string" || folder === undefined) return;
      const path = folder === root || !folder.endsWith(name) ? join(folder, name) : folder;
      if (!ignores(path, null) && statSync(path, { throwIfNoEntry: false })?.isFile() === true) onChange(path);
    });
    // Other folders tell nothing: their files are told one by one.
    watcher.on("unlinkDir", (path: string) => {
      if (path === root) onChange(path);
    });
  });
  return { close: () => watcher.close() };
}
