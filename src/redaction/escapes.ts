import type { SecretFinding } from "./secret-value.ts";

/** Calls of tools are JSON that holds commands and JSON that hold more of it; deeper than any that was seen. */
const DEEPEST = 6;
/** What a string of JSON, of a program or of a shell writes for a character, and the quotes between which such strings stand. */
const ESCAPE = /'\\''|'"'"'|\\(?:u[\da-f]{4}|x[\da-f]{2}|["'\\/`nrtbf])|"/giu;
const HOLDS_STRINGS = /\\["'\\/`nrtbfux]|'"'"'|"\s{0,20}[,:\]}]/u;
/** A string of JSON or of a list, which may be cut off: other quotes close nothing. */
const STRING = /(?<=(?:^|[[{,:])\s{0,20})"(?:\\.|[^"\\\n])*(?:"(?=\s{0,20}(?:[\]},:]|$))|$)/gu;

/**
 * What is found in a text as each reader has it: as it is, and with one layer of escapes after the other undone, down to the strings inside of
 * strings. Rules look for lines, quotes and words; each string stands on lines of its own. Places are those of the text that was given.
 * Cost: one `find`, and a further one for each layer.
 */
export async function findInLayers(
  text: string,
  find: (text: string) => Promise<readonly SecretFinding[]>,
  depth = DEEPEST,
): Promise<readonly SecretFinding[]> {
  const found = await find(text);
  if (depth === 0 || !HOLDS_STRINGS.test(text)) return found;
  const strings = Array.from(text.matchAll(STRING), ({ 0: { length }, index }) => [index, index + length - 1] as const);
  const inner = unescaped(text, new Set(strings.flat()));
  if (inner.text === text) return found;
  // What an escape in a string is part of, or ends, the next layer has as it is meant.
  const isEscaped = ({ start, end }: SecretFinding): boolean =>
    (text.slice(start, end) + (/^[^\s"]{0,8}/u.exec(text.slice(end)) as RegExpExecArray)[0]).includes("\\") &&
    strings.some(([first, last]) => first < start && end <= last);
  const below = await findInLayers(inner.text, find, depth - 1);
  return [
    ...found.filter((one) => !isEscaped(one)),
    ...below.map(({ kind, start, end }) => ({ kind, start: inner.origin(start), end: inner.origin(end) })),
  ];
}

/** A text with one layer of escapes less, and where its places stand in the one that was given. @param bounds quotes around strings */
function unescaped(text: string, bounds: ReadonlySet<number>) {
  const gaps: { readonly at: number; readonly removed: number }[] = [];
  let removed = 0;
  const read = text.replace(ESCAPE, (escape, index: number) => {
    gaps.push({ at: index - removed, removed: (removed += escape.length - 1) });
    if (bounds.has(index) || /^\\[nrtbf]$/iu.test(escape)) return "\n";
    if (/^\\[ux]/iu.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    return escape.charAt(escape.length - 1);
  });
  return { text: read, origin: (place: number) => place + (gaps.findLast(({ at }) => at < place)?.removed ?? 0) };
}
