const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A name or a message that is safe to show on a terminal and stays on its line: control characters and those that turn the direction of
 * writing are spelt out. A file may be called anything; its name must neither move the cursor nor look like another line of the answer.
 *
 * @example oneLine("a\nb\x1b[31m.md") // "a\\nb\\x1b[31m.md"
 */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => SHORT[character] ?? spelt(character.charCodeAt(0)));
}

function spelt(unit: number): string {
  return unit < 256 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`;
}
