/** A remote of a repository without what varies between ways to reach it: protocol, user, port, `.git`, case. */
export interface Remote {
  readonly host: string;
  /** Owner and name, with all groups between: `alder/web`. */
  readonly path: string;
}

const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]+)(?::\d+)?\/(.+)$/iu;
/** `git@host:owner/name`; one letter before the colon is a drive of Windows. */
const SCP_FORM = /^(?:[^/@\s]+@)?(\[[^\]]*\]|[^/:@\s]{2,}):(?!\/\/)(.+)$/u;

/**
 * Reads a remote's URL. Null for paths on this machine: a template that several repositories were copied from has the same one in all of
 * them, so it says nothing about which of them this is.
 *
 * @example parseRemote("git@example.org:Alder/Web.git") // { host: "example.org", path: "alder/web" }
 */
function parseRemote(url: string): Remote | null {
  const text = url.trim();
  if (/^file:/iu.test(text)) return null;
  const [, host, path] = URL_FORM.exec(text) ?? SCP_FORM.exec(text) ?? [];
  if (host === undefined || path === undefined) return null;
  const parts = decoded(path)
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "" && part !== "~" && part !== "_git");
  // Azure counts versions in front, Bitbucket the protocol.
  while (parts.length > 2 && /^(?:v\d|scm)$/u.test(parts[0] as string)) parts.shift();
  const last = parts.pop()?.replace(/\.git$/u, "") ?? "";
  return last === "" ? null : { host: host.toLowerCase().replace(/^ssh\./u, ""), path: [...parts, last].join("/") };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether two lists have a repository in common, whatever hosts mirror it. Without an owner the host must be the same, too. */
export function remotesAgree(one: readonly Remote[], other: readonly Remote[]): boolean {
  return one.some((a) => other.some((b) => a.path === b.path && (a.path.includes("/") || a.host === b.host)));
}

/** Whether two lists have a repository of one host in common. */
export function remotesEqual(one: readonly Remote[], other: readonly Remote[]): boolean {
  return one.some((a) => other.some((b) => a.path === b.path && a.host === b.host));
}

/**
 * The remotes that are a repository's own, as its `config` says: `origin`, else the only other one. `upstream` is what a fork came from, and of
 * several others none says which is its own.
 */
export function ownRemotes(config: string): readonly Remote[] {
  const urls = new Map<string, string>();
  let section: string | null = null;
  for (const line of config.split(/\r?\n/u)) {
    if (/^\s*\[/u.test(line)) section = /^\s*\[remote\s+"((?:[^"\\]|\\.)*)"\s*\]/iu.exec(line)?.[1] ?? null;
    const url = /^\s*(?:\[[^\]]*\]\s*)?url\s*=\s*"?([^"\s]+)/iu.exec(line)?.[1];
    if (section !== null && url !== undefined && !urls.has(section)) urls.set(section, url);
  }
  const others = [...urls.keys()].filter((name) => name !== "upstream");
  const own = urls.get("origin") ?? (others.length === 1 ? urls.get(others[0] as string) : undefined);
  const remote = own === undefined ? null : parseRemote(own);
  return remote === null ? [] : [remote];
}
