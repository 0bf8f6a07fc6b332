/**
 * What makes a pattern of files match nothing, whatever there is; null for one that can match. A `\` before a character takes its meaning
 * away, as in `.gitignore`.
 * @example globFault("notes/[ab") // "'[' is not closed; for the character itself write \\["
 * Cost: linear.
 */
export function globFault(pattern: string): string | null {
  if (/^!?(?:\.\/)?\s*$/u.test(pattern)) return "it is empty";
  if (pattern.startsWith("#"))
    return "it begins with '#', which makes it a comment; for the character itself write \\#";
  let braces = 0;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === "\\") {
      i++;
      if (i === pattern.length) return "it ends in '\\', which stands before a character";
    } else if (character === "[") {
      i = classEnd(pattern, i);
      if (i < 0) return "'[' is not closed; for the character itself write \\[";
    } else if (character === "{") braces++;
    else if (character === "}" && braces > 0) braces--;
  }
  return braces === 0 ? null : "'{' is not closed; for the character itself write \\{";
}

/** Where a class of characters ends; a `]` right at its beginning is one of them. -1: nowhere. */
function classEnd(pattern: string, open: number): number {
  const first = open + (/[!^]/.test(pattern[open + 1] ?? "") ? 2 : 1);
  for (let i = first; i < pattern.length; i++) {
    if (pattern[i] === "\\") i++;
    else if (pattern[i] === "]" && i > first) return i;
  }
  return -1;
}
