const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A name or a message that is safe to show on a terminal and stays on its line: what isn't is spelt out.
 * @example oneLine("a\nb\x1b[31m.md") // "a\\nb\\x1b[31m.md"
 */
export const oneLine = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => SHORT[character] ?? spelt(character.charCodeAt(0)));

const spelt = (unit: number): string =>
  unit < 256 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`;

/**
 * What must not reach a terminal as it is: control characters, the beginnings of escape sequences among them, and those that end a line or turn the
 * direction of writing or show nothing. A file may be called anything and hold anything; it must neither move the cursor nor look like
 * another line of an answer.
 */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text may be laid out in lines and columns. */
const LAYOUT: ReadonlySet<string> = new Set(["\t", "\n", "\u2028", "\u2029"]);
const UNSEEN = /[\r\u200b\u2060-\u2065\ufeff]/u;

/** Text of several lines that is safe to show on a terminal: what isn't becomes `�`, and what takes no place nothing. Tabs and line ends stay. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) =>
    LAYOUT.has(character) ? character : UNSEEN.test(character) ? "" : "\ufffd",
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
