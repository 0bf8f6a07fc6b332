import { fold } from "./words.ts";
import { percentDecoded } from "./printable.ts";

/** A link from one note to another, as it is written. */
export interface NoteLink {
  /** The name or path of the note; for Markdown's own links a path relative to the file that holds it. */
  readonly target: string;
  /** The heading behind `#`, or `^id` of a block; "" where the whole note is meant. */
  readonly anchor: string;
  /** Whether the target is a path relative to the file, and nothing else. */
  readonly relative: boolean;
  /** Offset in the text. */
  readonly at: number;
}

/** Fenced code to its end or that of the text, and inline code. */
const CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\1)[^\n]*)*(?:\n[^\n]*)?|``[^\n]*?``|`[^`\n]+`/gm;
const LINK = new RegExp(
  String.raw`\[\[([^[\]|#\r\n]{1,300})(?:#([^[\]|\r\n]{0,300}))?(?:\|[^[\]\r\n]{0,300})?\]\]` +
    String.raw`|\]\(<?([^()<>\s]{1,300}\.(?:md|markdown))(?:#([^()<>\s]{0,300}))?>?(?:\s+"[^"\r\n]{0,300}")?\)`,
  "giu",
);

/**
 * The links of a Markdown text to other notes: `[[Note]]`, `[[folder/Note#Heading|shown]]`, embeds of them (`![[Note]]`), and Markdown's own
 * links to files that end in `.md`. What stands in code is none, nor is a link into the same note or to an address.
 * @example noteLinks("See [[Plan#Costs|the plan]].") // [{ target: "Plan", anchor: "Costs", relative: false, at: 4 }]
 * Cost: linear; a text without `[[` and `](` is only looked through for them.
 */
export function noteLinks(text: string): readonly NoteLink[] {
  if (!text.includes("[[") && !text.includes("](")) return [];
  const prose =
    text.includes("`") || text.includes("~~~") ? text.replace(CODE, (code) => " ".repeat(code.length)) : text;
  return [...prose.matchAll(LINK)].flatMap(([, wiki, heading = "", path, anchor = ""], i, all): readonly NoteLink[] => {
    const at = (all[i] as RegExpExecArray).index;
    const target = wiki === undefined ? percentDecoded(path as string) : wiki.replace(/\\$/, "").trim();
    if (target === "" || /^[a-z][a-z\d+.-]*:/i.test(target)) return [];
    return [
      wiki === undefined
        ? { target, anchor: percentDecoded(anchor), relative: true, at }
        : { target, anchor: (heading.split("#").at(-1) ?? "").replace(/\\$/, "").trim(), relative: false, at },
    ];
  });
}

/**
 * Whether one of these names means the file of this path: the path whole, its last parts, or the last words of its name ("Alice.md" for "Meeting with
 * Alice.md"). An absolute name means what it ends in too, since paths are relative to their source. Case and accents make no difference.
 * @param names folded, with `/` between folders
 * @example namesFile("src/ranking/Weights.ts", ["ranking/weights.ts"]) // true
 */
export function namesFile(path: string, names: readonly string[]): boolean {
  const folded = fold(path);
  return names.some((name) => {
    const relative = name.replace(ROOT, "");
    return endsIn(folded, relative) || (relative !== name && name.endsWith(`/${folded}`));
  });
}

const ROOT = /^~?\//;
/** What may stand before a name in a path; a hyphen may not: "first.ts" isn't "best-first.ts". */
const BEFORE = "/ ";

function endsIn(path: string, name: string): boolean {
  const start = path.length - name.length;
  return path.endsWith(name) && (start === 0 || BEFORE.includes(path[start - 1] as string));
}
