const KEY = { ":": /^["']?[\w -]{1,100}["']?[ \t]*:/, "=": /^["']?[\w.-]{1,100}["']?[ \t]*=/ } as const;

/**
 * Whether the first line that isn't blank or a comment begins with a key.
 *
 * @param sign what stands between a key and its value
 */
export function startsLikeMapping(text: string, sign: keyof typeof KEY): boolean {
  const first = text.split(/[\r\n]+/).find((line) => /^\s*[^\s#]/.test(line));
  return first !== undefined && KEY[sign].test(first.trimStart());
}
