import type { Email } from "postal-mime";

/** A line that begins a message in a mailbox (RFC 4155). */
const FROM = /^From .*\d{4}\s*$/u;

/** The messages of a mailbox, without the line that begins each; the file itself where it is one message. */
export function mailboxMessages(bytes: Buffer): readonly Uint8Array[] {
  // A mark of UTF-8, and blank lines, may stand above the first.
  const file = bytes.subarray(
    /^(?:\u00ef\u00bb\u00bf)?[\r\n]*/u.exec(bytes.toString("latin1", 0, 100))?.[0].length ?? 0,
  );
  if (file.toString("latin1", 0, 5) !== "From ") return [file];
  const starts: number[] = [];
  for (let at = 0; at >= 0 && at < file.length; at = nextFrom(file, at + 1)) {
    const end = file.indexOf(10, at);
    const blankBefore = at === 0 || file[at - 2] === 10 || (file[at - 2] === 13 && file[at - 3] === 10);
    if (blankBefore && FROM.test(file.toString("latin1", at, end < 0 ? file.length : end))) starts.push(at);
  }
  return starts.map((start, i) => {
    const message = file.subarray(file.indexOf(10, start) + 1, starts[i + 1] ?? file.length);
    // Lines of a text that begin so were marked.
    return message.includes("\n>From ")
      ? Buffer.from(message.toString("latin1").replaceAll(/^>(>*From )/gmu, "$1"), "latin1")
      : message;
  });
}

function nextFrom(file: Buffer, from: number): number {
  const at = file.indexOf("\nFrom ", from - 1);
  return at < 0 ? -1 : at + 1;
}

/** A mail, taken apart by the library. @throws what it throws for a damaged one */
export async function readMail(bytes: Uint8Array, maxNestingDepth: number): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  return await PostalMime.parse(bytes, { maxNestingDepth, attachmentEncoding: "arraybuffer" });
}
