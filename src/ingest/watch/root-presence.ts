import { readdirSync, type Stats, statSync } from "node:fs";

/** Which thing on disk a root is. */
export interface RootIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** How a root stands. `replaced`: it is there, but another folder or file than before. */
export type RootPresence = { readonly state: "away" } | { readonly state: "same" | "replaced"; readonly identity: RootIdentity };

/**
 * Looks whether a root is there. An empty folder where another one stood counts as away: it is the mount point of a disk that was
 * taken out, and taking it for a deletion would empty the index. (A folder that somebody emptied is still the same folder.)
 *
 * @param before what it was when it was last seen; null when it wasn't yet
 */
export function rootPresence(root: string, before: RootIdentity | null): RootPresence {
  let stat: Stats;
  try {
    stat = statSync(root);
    const { dev, ino } = stat;
    if (before === null || (before.dev === dev && before.ino === ino)) return { state: "same", identity: { dev, ino } };
    // A file is replaced by every atomic save.
    if (!stat.isDirectory()) return { state: "same", identity: { dev, ino } };
    return readdirSync(root).length === 0 ? { state: "away" } : { state: "replaced", identity: { dev, ino } };
  } catch {
    // Whatever keeps us from seeing it (gone, a dead network share, no permission), it is not there for us.
    return { state: "away" };
  }
}
