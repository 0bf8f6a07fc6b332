/**
 * Text that is safe to show on a terminal: control characters, escape sequences' beginnings among them, and those that turn
 * the direction of writing become `�`. Tabs and line ends stay. What a file holds must not be able to move the cursor.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => (character === "\r" ? "" : "\ufffd"));
}
