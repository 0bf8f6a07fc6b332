import { type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** A watch over one file or folder. */
export interface TreeWatch {
  close(): Promise<void>;
}

/** What a watch is opened with. */
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
