import { fold } from "./words.ts";

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
