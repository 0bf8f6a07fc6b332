import { readdirSync, type Stats, statSync } from "node:fs";

/** Which thing on disk a root is. */
export interface RootIdentity {
  readonly dev: number;
  readonly ino: number;
}

/** How a root stands. `replaced`: it is there, but another folder or file than before. `empty`: for us it is not there either. */
export type RootPresence =
  | { readonly state: "away"; readonly empty: boolean }
  | { readonly state: "same" | "replaced"; readonly identity: RootIdentity };

/**
 * Looks whether a root is there. An empty folder where another one stood counts as away: it is the mount point of a disk that was
 * taken out, and taking it for a deletion would empty the index. (A folder that somebody emptied is still the same folder.) So does
 * an empty one at the first look, where something of it is indexed.
 *
 * @param before what it was when it was last seen; null when it wasn't yet
 * @param holds whether something of it is indexed
 */
export function rootPresence(root: string, before: RootIdentity | null, holds: boolean): RootPresence {
  let stat: Stats;
  try {
    stat = statSync(root);
    const { dev, ino } = stat;
    const known = before !== null && before.dev === dev && before.ino === ino;
    const unknown = before === null && !holds;
    // A file is replaced by every atomic save.
    if (known || unknown || !stat.isDirectory()) return { state: "same", identity: { dev, ino } };
    if (readdirSync(root).length === 0) return { state: "away", empty: true };
    return { state: before === null ? "same" : "replaced", identity: { dev, ino } };
  } catch {
    // Whatever keeps us from seeing it (gone, a dead network share, no permission), it is not there for us.
    return { state: "away", empty: false };
  }
}
