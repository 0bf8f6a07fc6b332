import { isUtf8 } from "node:buffer";
import type { Span } from "../model/section.ts";
import { withoutSpans } from "../text/snippet.ts";
import type { FileInput } from "./registry.ts";

/** What may stand between the letters of a line, and what of that stays, so that all else stands as it stood: tags by their names, and words that control. */
type Markup = readonly [between: string, stays: RegExp];
const TAG = /<\/?[a-z][\w:-]*(?=[^<>]*>)/giu;
const PAGE: Markup = [String.raw`<!--[^]*?-->|<[/!?a-z][^<>]*>|&#?\w+;|[<&](?![/!?#\w])|[^\p{L}\p{N}<&]`, TAG];
const JSON_TEXT: Markup = [String.raw`\\(?:[nrtbf"\\/]|u00[0-3]\d)|<[/!?a-z][^<>]*>|[^\p{L}\p{N}\\<]`, TAG];
const RTF: Markup = [String.raw`\\[a-z]+-?\d* ?|\\[^a-z']|[^\p{L}\p{N}\\]`, /\\(?!u-?\d)[a-z]+-?\d* ?|[{}]/giu];
const PLAIN: Markup = [String.raw`[^\p{L}\p{N}]`, /(?!)/gu];
const MARKUP: Readonly<Record<string, Markup>> = {
  ...{ html: PAGE, mail: PAGE, odf: PAGE, captions: PAGE, ipynb: JSON_TEXT, canvas: JSON_TEXT, rtf: RTF },
};
/** Letters and digits from which on a line is looked for in attributes, comments and scripts too. */
const TELLING = 12;

/** The letters and digits of a text, and of each line of one, without the number or the time that a reader puts before it. */
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
const linesOf = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => lettersOf(line.replace(/^\s*(?:\d+[.)]|\[[\d:]+\])\s/u, "")) || []);

/** A letter as it may be written in each of the formats. */
function spelt(letter: string): string {
  const code = letter.codePointAt(0) as number;
  const hex = (bytes: Buffer, mark: string): string => bytes.reduce((all, byte) => all + mark + byte.toString(16), "");
  const numbered = `&#0*${code};|&#x0*${code.toString(16)};|\\\\u${code.toString(16).padStart(4, "0")}`;
  const [utf8, latin1] = [hex(Buffer.from(letter), "="), hex(Buffer.from(letter, "latin1"), "(?:=|\\\\')")];
  return `(?:${letter}|${numbered}${code < 128 ? "" : `|&\\w+;|\\\\u${code} ?(?:\\?|\\\\'..)?|${utf8}|${latin1}`})`;
}

/** A file without lines, each with the stop behind it, wherever they stand. */
const withoutLines = (file: string, lines: readonly string[], [between, stays]: Markup): string =>
  lines.reduce((left, line) => {
    const form = new RegExp(`${Array.from(line, spelt).join(`(?:${between})*`)}[.,;:!?…)\\]]*`, "giu");
    const kept = (cut: string): string =>
      (cut.match(stays) ?? []).map((one) => (one.startsWith("<") ? `${one}>` : one)).join("");
    return left.replaceAll(form, kept);
  }, file);

/** Whether a mail has a part of text whose letters can't be seen: it may say what another part says. */
const isPacked = (mail: string): boolean =>
  mail
    .split(/\r?\n\r?\n/u)
    .some(
      (head) => /^content-transfer-encoding:\s*base64/imu.test(head) && !/^content-type:(?!\s*text\/)/imu.test(head),
    );

/**
 * A file without some passages of its text, whose letters are found whatever stands between them, wherever the file says their lines. What comes of
 * it is read again: all the other lines must still be there, and none of these. A line that the rest of the text says too stays.
 * @param text as the file is read
 * @param read gives the text of other bytes; null for such as can't be read
 * @returns null where the file can't be rewritten so
 */
export async function withoutPassages(
  { bytes, documentType: type }: Pick<FileInput, "bytes" | "documentType">,
  { text, passages }: { readonly text: string; readonly passages: readonly Span[] },
  read: (bytes: Uint8Array) => Promise<string | null>,
): Promise<Uint8Array | null> {
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  const file = Buffer.from(bytes).toString(encoding);
  if (file.includes("\0") || (type === "mail" && isPacked(file))) return null;
  const rest = withoutSpans(
    text,
    passages.map((span) => ({ ...span, by: "\n" })),
  );
  const [staying, other] = [linesOf(rest), lettersOf(rest)];
  const all = passages.flatMap(({ start, end }) => linesOf(text.slice(start, end)));
  const going = all.filter((line) => !other.includes(line));
  if (staying.length === 0 || going.length === 0) return null;
  // Lines of a mail are broken anywhere.
  const written = type === "mail" ? file.replaceAll(/=\r?\n/gu, "") : file;
  const long = going.filter((line) => line.length >= TELLING);
  const cut = Buffer.from(withoutLines(withoutLines(written, going, MARKUP[type] ?? PLAIN), long, PLAIN), encoding);
  const now = lettersOf((await read(cut)) ?? "");
  let from = 0;
  const isThere = (line: string): boolean => {
    const at = now.indexOf(line, from);
    if (at >= 0) from = at + line.length;
    return at >= 0 || now.includes(line);
  };
  return staying.every(isThere) && !going.some((line) => now.includes(line)) ? cut : null;
}
