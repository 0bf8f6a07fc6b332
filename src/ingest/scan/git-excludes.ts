import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where git keeps what its user has set: plain values, so that a thread can be given them. */
export interface GitUser {
  readonly home: string;
  /** Files of settings, the one that counts less first. */
  readonly configs: readonly string[];
  /** The exclude file where none is named. */
  readonly ignore: string;
}

/** @param environment see git-config(1): `XDG_CONFIG_HOME`, `GIT_CONFIG_GLOBAL` */
export function gitUser(home: string, environment: Readonly<Record<string, string | undefined>>): GitUser {
  const settings = environment["XDG_CONFIG_HOME"] || join(home, ".config");
  const global = environment["GIT_CONFIG_GLOBAL"];
  const configs = global === undefined ? [join(settings, "git/config"), join(home, ".gitconfig")] : [global];
  return { home, configs, ignore: join(settings, "git/ignore") };
}

/**
 * The files by which git leaves out paths of a working tree beside its `.gitignore`s, the one that counts less first: the user's
 * (`core.excludesFile`, else `git/ignore` among the user's settings), and the clone's own `info/exclude`, which all its worktrees share.
 * Settings that another file of settings includes, or the command line gives, aren't looked for.
 *
 * @param top the folder that has `.git`
 * @returns absolute paths of files that are there
 */
export function gitExcludes(top: string, user: GitUser): readonly string[] {
  const git = commonFolder(join(top, ".git"));
  const configs = [...user.configs, join(git, "config")];
  const named = configs.flatMap((file) => excludesFileIn(textOf(file)) ?? []).at(-1);
  const global = named === undefined ? user.ignore : resolve(top, named.replace(/^~(?=\/)/u, user.home));
  return [...(named === "" ? [] : [global]), join(git, "info/exclude")].filter((file) => existsSync(file));
}

/** The folder of a clone that its worktrees share; a worktree's `.git` is a file that names its own. */
function commonFolder(git: string): string {
  const own = /^gitdir: (.+)$/mu.exec(textOf(git))?.[1];
  if (own === undefined) return git;
  const folder = resolve(git, "..", own);
  return resolve(folder, textOf(join(folder, "commondir")).trim());
}

/** The last `core.excludesFile` of a file of settings; null where it names none. */
function excludesFileIn(config: string): string | null {
  let [section, found]: [string, string | null] = ["", null];
  for (const line of config.split("\n")) {
    section = /^\s*\[([^\]]*)\]/u.exec(line)?.[1]?.toLowerCase() ?? section;
    const value = /^\s*(?:\[core\]\s*)?excludesfile\s*=\s*(?:"([^"]*)"|([^#;]*))/iu.exec(line);
    if (section === "core" && value !== null) found = value[1] ?? (value[2] as string).trim();
  }
  return found;
}

/** Empty for what isn't there, is no file, or can't be read: git itself then goes without. */
function textOf(path: string): string {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}
