/** A folder that isn't there (any more), as the repository that it most likely was. */
export interface GoneFolder {
  /** As it was spelt. */
  readonly root: string;
  readonly name: string;
}

const WORKTREES = /^\.?(?:git-)?worktrees?$|^\.trees$/iu;
const OF_WORKTREES = /^(.+?)[-_.](?:git-)?worktrees?$/iu;
/** Folders of all users' homes, and how deep a home lies in them. */
const HOMES = /^(?:[A-Za-z]:)?[\\/](?:(?:home|Users)(?:[\\/][^\\/]+)?|root)[\\/]*$/u;

/**
 * The repository of a folder by its path alone: itself, or what a worktree was taken from, where it lies in a folder that is called so.
 *
 * @returns null for a home, which belongs to none
 * @example goneFolder("/gone/spotter-worktrees/fix-login") // { root: "/gone/spotter", name: "spotter" }
 */
export function goneFolder(folder: string): GoneFolder | null {
  if (HOMES.test(folder)) return null;
  const parts = [...folder.matchAll(/[^\\/]+/gu)].map(([text], i, all) => ({
    text,
    end: (all[i]?.index ?? 0) + text.length,
  }));
  const upTo = (i: number, name = parts[i]?.text ?? ""): GoneFolder | null => {
    const part = parts[i];
    if (part === undefined || /^[A-Za-z]:$/u.test(part.text)) return null;
    return { root: folder.slice(0, part.end - part.text.length) + name, name };
  };
  for (let i = 0; i < parts.length - 1; i++) {
    const { text } = parts[i] as { text: string };
    const owner = OF_WORKTREES.exec(text)?.[1];
    if (owner !== undefined) return upTo(i, owner);
    if (!WORKTREES.test(text) || i === 0) continue;
    const before = (parts[i - 1] as { text: string }).text;
    if (!before.startsWith(".")) return upTo(i - 1);
    // `.claude/worktrees/x` stands in the repository; `~/.codex/worktrees/x/repository` in the home.
    return before === ".claude" || before === ".git" ? upTo(i - 2) : upTo(parts.length - 1);
  }
  return upTo(parts.length - 1);
}
