import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Ignore, Options } from "ignore";
import { LociError } from "../../model/error.ts";

/**
 * Files that say what to leave out, in the syntax of gitignore; the later one may take back what the earlier one said.
 */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".lociignore"];

/** Loaded when it is needed: most runs have no pattern and no ignore file at all. */
let library: typeof import("ignore") | null = null;

/** No rules, to which patterns in the syntax of gitignore are added. */
export function emptyRules(options?: Options): Ignore {
  library ??= createRequire(import.meta.url)("ignore") as typeof import("ignore");
  return library(options);
}

interface FolderRules {
  /**
   * The folder's path relative to the source's root, `""` or ending in `/`; for a folder above the root see `prefix`.
   */
  readonly base: string;
  /** For a folder above the root: the root's path from there, ending in `/`. */
  readonly prefix: string;
  readonly rules: Ignore;
}

export interface IgnoreChain {
  readonly user: GitUser;
  /** From the outermost to the innermost. */
  readonly folders: readonly FolderRules[];
}

/** How a folder's ignore files are found and read. */
interface Finding {
  /** Whether the folder has an entry of that name: no file is opened that isn't there. */
  readonly has?: (name: string) => boolean;
  /** The text of a file. @throws LociError `PATH_UNREADABLE`: what it leaves out isn't known, and must not be taken in */
  readonly read?: (path: string) => string;
}

/**
 * Adds a folder's own ignore files to the chain of its parent.
 * @param base the folder's path relative to the source's root, `""` or ending in `/`
 * @throws as `read` of `Finding`
 */
export function extendChain(
  chain: IgnoreChain,
  { folder, base }: { readonly folder: string; readonly base: string },
  finding?: Finding,
): IgnoreChain {
  if (!isIgnored(chain, base)) enter(chain, base);
  const rules = rulesIn(folder, chain.user, finding);
  return rules === null ? chain : { ...chain, folders: [...chain.folders, { base, prefix: "", rules }] };
}

/**
 * The ignore files of the folders above a source's root, up to the top of its git repository; none outside of one. The
 * root itself was named by hand: a rule that leaves it out says nothing of what is inside.
 * @throws LociError `PATH_UNREADABLE`
 */
export function chainAbove(root: string, user: GitUser): IgnoreChain {
  const folders: FolderRules[] = [];
  const chain = { user, folders };
  if (existsSync(join(root, ".git"))) return chain;
  const above: string[] = [];
  for (let folder = dirname(root), below = root; folder !== below; below = folder, folder = dirname(folder)) {
    above.unshift(folder);
    if (!existsSync(join(folder, ".git"))) continue;
    for (const parent of above) {
      const rules = rulesIn(parent, user);
      if (rules !== null) folders.push({ base: "", prefix: `${relative(parent, root).split(sep).join("/")}/`, rules });
    }
    enter(chain, "");
    return chain;
  }
  return chain;
}

/**
 * Lets the rules of a chain know that a folder is walked into. One that leaves out the folder and was overruled, by an
 * inner ignore file or by who named the source, is of no account for what is inside, as in git; for the library
 * everything inside would still be left out.
 * @param path relative to the source's root, `""` or ending in `/`
 */
function enter(chain: IgnoreChain, path: string): void {
  for (const { base, prefix, rules } of chain.folders) {
    const own = prefix + path.slice(base.length);
    for (let slash = own.indexOf("/"); slash >= 0; slash = own.indexOf("/", slash + 1)) {
      const folder = own.slice(0, slash + 1);
      if (rules.test(folder).ignored) rules.add([`!/${folder.replace(/[\\*?[]/g, "\\$&")}`]);
    }
  }
}

/**
 * Whether the ignore files on the way to a path leave it out, or a folder around it: for what a link leads to.
 * @param root of the source, a real path
 * @param path relative to it
 * @throws LociError `PATH_UNREADABLE`
 */
export function isLeftOut(root: string, path: string, user: GitUser): boolean {
  let chain = chainAbove(root, user);
  const steps = path.split("/");
  for (let i = 0; i < steps.length; i++) {
    const base = steps
      .slice(0, i)
      .map((step) => `${step}/`)
      .join("");
    chain = extendChain(chain, { folder: join(root, base), base });
    const own = base + (steps[i] as string);
    const isFolder = statSync(join(root, own)).isDirectory();
    if (isIgnored(chain, isFolder ? `${own}/` : own)) return true;
  }
  return false;
}

/**
 * Whether a path (relative to the source's root; folders end in `/`) is ignored: the innermost rule that speaks
 * decides.
 */
export function isIgnored(chain: IgnoreChain, path: string): boolean {
  for (const { base, prefix, rules } of chain.folders.toReversed()) {
    const { ignored, unignored } = rules.test(prefix + path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/**
 * The rules of a folder's ignore files, the one that counts less first; null where there are none. Capitals count, as in git, where the file system tells
 * names apart by them: where an ignore file isn't found by its name in capitals too.
 */
function rulesIn(
  folder: string,
  user: GitUser,
  { has = (name) => existsSync(join(folder, name)), read = ruleText }: Finding = {},
): Ignore | null {
  const present = [...(has(".git") ? gitExcludes(folder, user) : []), ...IGNORE_FILES.filter(has)];
  if (present.length === 0) return null;
  const rules = emptyRules({ ignoreCase: present.some((name) => existsSync(resolve(folder, name.toUpperCase()))) });
  for (const name of present) rules.add(read(resolve(folder, name)));
  return rules;
}

/**
 * A folder of that name says nothing, and a pipe would be waited for without end. @throws LociError `PATH_UNREADABLE`
 */
function ruleText(path: string): string {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : "";
  } catch (thrown) {
    throw new LociError(
      "PATH_UNREADABLE",
      `'${path}' can't be read (${(thrown as NodeJS.ErrnoException).code ?? "unknown"}), so what it leaves out isn't known`,
      { hint: "check its permissions", cause: thrown },
    );
  }
}

/** Empty for what can't be read, too: git itself then goes without, and who watches sees more then, and a run decides. */
export function readableText(path: string): string {
  try {
    return ruleText(path);
  } catch (thrown) {
    if (thrown instanceof LociError) return "";
    throw thrown;
  }
}

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
 * @param top the folder that has `.git`
 * @returns absolute paths of files that are there
 */
function gitExcludes(top: string, user: GitUser): readonly string[] {
  const git = commonFolder(join(top, ".git"));
  const configs = [...user.configs, join(git, "config")];
  const named = configs.flatMap((file) => excludesFileIn(readableText(file)) ?? []).at(-1);
  const global = named === undefined ? user.ignore : resolve(top, named.replace(/^~(?=\/)/u, user.home));
  return [...(named === "" ? [] : [global]), join(git, "info/exclude")].filter((file) => existsSync(file));
}

/** The folder of a clone that its worktrees share; a worktree's `.git` is a file that names its own. */
function commonFolder(git: string): string {
  const own = /^gitdir: (.+)$/mu.exec(readableText(git))?.[1];
  if (own === undefined) return git;
  const folder = resolve(git, "..", own);
  return resolve(folder, readableText(join(folder, "commondir")).trim());
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
