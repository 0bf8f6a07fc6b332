const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A name or a message that is safe to show on a terminal and stays on its line: what isn't is spelt out.
 * @example oneLine("a\nb\x1b[31m.md") // "a\\nb\\x1b[31m.md"
 */
export const oneLine = (text: string): string =>
  text.replace(UNPRINTABLE, (found) => SHORT[found] ?? Array.from(found, spelt).join(""));

function spelt(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length < 3) return `\\x${hex.padStart(2, "0")}`;
  return hex.length < 5 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

/**
 * Characters that show nothing but may carry text or part a mark, as a pattern for `giu`: all that Unicode lets programs ignore, and selectors of a
 * variant behind no sign that has one. Joiners and marks of direction stay where no Latin letter stands before: scripts and emoji need them.
 */
export const HIDDEN =
  String.raw`(?![\u061c\u200c-\u200f\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}` +
  String.raw`|(?<=[a-z<>|/_\p{Variation_Selector}])[\u061c\u200c-\u200f\p{Variation_Selector}]+`;

/**
 * What must not reach a terminal as it is: control characters, the beginnings of escape sequences among them, and those that end a line, turn the
 * direction of writing or show nothing, which an agent that reads the terminal reads all the same. A file may be called anything and hold anything; it
 * must neither move the cursor nor look like another line of an answer.
 */
const UNPRINTABLE = new RegExp(String.raw`[\0-\x1f\x7f-\x9f\u2028\u2029]|${HIDDEN}`, "giu");

/** Text of several lines that is safe to show on a terminal: what isn't becomes `�`, and what takes no place nothing. Tabs and line ends stay. */
export const printable = (text: string): string =>
  text
    .replace(/[\u2028\u2029]/gu, "\n")
    .replace(UNPRINTABLE, (found) =>
      found === "\t" || found === "\n" ? found : /[^\r\P{Cc}]|[\u202a-\u202e]/u.test(found) ? "\ufffd" : "",
    );

/** What an address writes with percent signs, `%20` for a space; as it stands where a percent sign is only that, or cut off. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (thrown) {
    if (thrown instanceof URIError) return text;
    throw thrown;
  }
}
