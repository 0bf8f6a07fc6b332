/** Texts of the files that name a project, as read from its root; absent ones are left out. */
export interface ProjectFiles {
  /** `.git/config` */
  readonly gitConfig?: string;
  /** `package.json` */
  readonly packageJson?: string;
  /** `pyproject.toml` */
  readonly pyproject?: string;
  /** `Cargo.toml` */
  readonly cargo?: string;
  /** `go.mod` */
  readonly goMod?: string;
}

/**
 * A project's own name: that of its git remote `origin`, else what a manifest says (npm, Python, Rust, Go in this order); null when none
 * does. A damaged manifest names nothing.
 *
 * @example projectName({ gitConfig: '[remote "origin"]\n\turl = git@host:kai/driftwood.git' }) // "driftwood"
 */
export function projectName(files: ProjectFiles): string | null {
  return (
    fromGit(files.gitConfig ?? "") ??
    fromPackage(files.packageJson ?? "") ??
    fromToml(files.pyproject ?? "", ["project", "tool.poetry"]) ??
    fromToml(files.cargo ?? "", ["package"]) ??
    lastPart(/^module\s+(\S+)/m.exec(files.goMod ?? "")?.[1] ?? "")
  );
}

function fromGit(config: string): string | null {
  const section = /\[remote "origin"\]([^[]*)/.exec(config)?.[1] ?? "";
  const url = /^\s*url\s*=\s*(\S+)/m.exec(section)?.[1];
  return url === undefined ? null : lastPart(url.replace(/\/+$/, "").replace(/\.git$/, ""));
}

function fromPackage(text: string): string | null {
  const name = /"name"\s*:\s*"([^"\\]+)"/.exec(topLevel(text))?.[1];
  return name === undefined ? null : lastPart(name);
}

/** A JSON object's text without its nested objects and arrays, so that a name inside one isn't taken. */
function topLevel(text: string): string {
  let depth = 0;
  let kept = "";
  for (const part of text.match(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^"{}[\]]+/g) ?? []) {
    if (part === "{" || part === "[") depth++;
    else if (part === "}" || part === "]") depth--;
    else if (depth === 1) kept += part;
  }
  return kept;
}

function fromToml(text: string, tables: readonly string[]): string | null {
  let table = "";
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line);
    if (header !== null) table = (header[1] as string).trim();
    const name = /^\s*name\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(line);
    if (name !== null && tables.includes(table)) return name[1] ?? name[2] ?? null;
  }
  return null;
}

/** The last part of a path, URL, module path or scoped name; a Go major version suffix is passed over. */
function lastPart(name: string): string | null {
  const parts = name.split(/[/:]/).filter((part) => part !== "" && !/^v\d+$/.test(part));
  return parts[parts.length - 1] ?? null;
}
