import type { DocumentMetadata } from "../../model/section.ts";
import { frontMatterMetadata } from "./front-matter-metadata.ts";
import { readToml } from "./read-toml.ts";
import { readYaml } from "./read-yaml.ts";
import { saidScope } from "./said-scope.ts";

/** Front matter as it was found. */
export interface FrontMatter {
  /** Offset behind its closing line. */
  readonly end: number;
  readonly metadata: DocumentMetadata;
}

/** Longer front matter is none: whoever wrote `---` meant a line. */
const LONGEST = 65_536;

/** How front matter is written: its first line, the line that closes it, and what stands between. */
const KINDS = [
  { opened: /^---[ \t]*(?:\r\n|\n|\r)/, closed: /(?:^|[\n\r])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/, read: readYaml, sign: ":" },
  { opened: /^\+\+\+[ \t]*(?:\r\n|\n|\r)/, closed: /(?:^|[\n\r])\+\+\+[ \t]*(?:\r\n|\n|\r|$)/, read: readToml, sign: "=" },
] as const;

/**
 * The front matter at the head of a text: YAML between a first line `---` and a line `---` or `...`, or TOML between two lines `+++`. Null when there
 * is none, when it isn't closed, or when what stands between is no mapping (then it is text between two lines). What can't be read and starts like a
 * mapping is still front matter, with nothing in it but the scope: better no metadata than a heading made of it, but who may see the
 * document is never overheard.
 *
 * Safe on untrusted input: at most 64 KB are read; see `readYaml` and `readToml`.
 */
export function frontMatter(text: string): FrontMatter | null {
  const head = text.slice(0, 256);
  for (const { opened, closed, read, sign } of KINDS) {
    const start = opened.exec(head)?.[0].length;
    if (start === undefined) continue;
    const close = closed.exec(text.slice(start, start + LONGEST));
    if (close === null) return null;
    const reading = read(text.slice(start, start + close.index));
    const scope = saidScope(reading, sign);
    if (reading.values === null && scope === undefined) return null;
    return { end: start + close.index + close[0].length, metadata: { ...frontMatterMetadata(reading.values ?? {}), ...(scope !== undefined && { scope }), ...(reading.unread && { unread: true }) } };
  }
  return null;
}
