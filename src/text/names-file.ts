import { fold } from "./fold.ts";

/**
 * Whether one of these names means the file of this path: the path whole, its last parts, or the last words of its name ("Alice.md" for
 * "Meeting with Alice.md"). Case and accents make no difference.
 *
 * @param names folded, with `/` between folders
 * @example namesFile("src/ranking/Weights.ts", ["ranking/weights.ts"]) // true
 */
export function namesFile(path: string, names: readonly string[]): boolean {
  const folded = fold(path);
  return names.some((name) => folded.endsWith(name) && (folded.length === name.length || BEFORE.includes(folded[folded.length - name.length - 1] as string)));
}

/** What may stand before a name in a path; a hyphen may not: "first.ts" isn't "best-first.ts". */
const BEFORE = "/ ";
