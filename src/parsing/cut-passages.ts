import { isUtf8 } from "node:buffer";
import { parseFragment } from "parse5";
import type { Span } from "../model/section.ts";
import { merged, withoutSpans } from "../text/snippet.ts";
import { decoderOf } from "./decode.ts";
import type { FileInput } from "./registry.ts";

/** How a format writes letters that aren't there as they are, what else of it is none, and what of that stays, so that all else stands as it stood. */
interface Writing {
  readonly codes: string;
  readonly markup: string;
  readonly stays: RegExp;
}
const NONE: Writing = { codes: "", markup: "", stays: /(?!)/gu };
const TAG = String.raw`<[/!?a-z][^<>]*>`;
/** Tags by their names, without what they say beside. */
const NAMED = /<\/?[a-z][\w:-]*(?=[^<>]*>)/giu;
const UNIT = String.raw`\\u(?<hex>[\da-f]{4})`;
const ENTITY = String.raw`&#x(?<hex>[\da-f]+);|&#(?<decimal>\d+);|(?<entity>&\w+;)`;
const PAGE: Writing = { codes: `${ENTITY}|${UNIT}`, markup: `<!--[^]*?(?:-->|$)|${TAG}`, stays: NAMED };
const JSON_TEXT: Writing = { codes: UNIT, markup: String.raw`\\[nrtbf"\\/]|${TAG}`, stays: NAMED };
/** A character of quoted-printable, as UTF-8 or as one byte (RFC 2045, RFC 3629). */
const PRINTED =
  "=[CD][\\dA-F]=[89AB][\\dA-F]|=E[\\dA-F](?:=[89AB][\\dA-F]){2}|=F[0-4](?:=[89AB][\\dA-F]){3}|=[\\dA-F]{2}";
const WRITINGS: Readonly<Record<string, Writing>> = {
  ...{ html: PAGE, mail: PAGE, odf: PAGE, captions: PAGE, ipynb: JSON_TEXT, canvas: JSON_TEXT },
  printed: { ...PAGE, codes: `(?<bytes>${PRINTED})|${PAGE.codes}` },
  rtf: {
    codes: String.raw`\\u(?<decimal>-?\d+) ?(?:\?|\\'[\da-f]{2})?|(?<bytes>(?:\\'[\da-f]{2})+)`,
    markup: String.raw`\\[a-z]+-?\d* ?|\\[^a-z']`,
    stays: /\\(?!u-?\d)[a-z]+-?\d* ?|[{}]/giu,
  },
};
/** Stops behind a line that go with it. */
const MOST_STOPS = 8;
/** Letters and digits from which on a line is looked for in attributes, comments and scripts too. */
const TELLING = 12;

/** The letters and digits of a text, and of each line of one, without the number or the time that a reader puts before it. */
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
const linesOf = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => lettersOf(line.replace(/^\s*(?:\d+[.)]|\[[\d:]+\])\s/u, "")) || []);

/** The letters and digits of a file in a row, and where in it each begins and ends. */
interface Letters {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly stays: RegExp;
}

/** @param decode reads bytes that are written as numbers. Cost: a pass over the file, and 8 bytes a character. */
function lettersIn(file: string, { codes, markup, stays }: Writing, decode: (bytes: Uint8Array) => string): Letters {
  const [starts, ends] = [new Int32Array(file.length), new Int32Array(file.length)];
  const sign = new RegExp([...[codes, markup].filter(Boolean), String.raw`(?<letters>[\p{L}\p{N}]+)`].join("|"), "giu");
  let text = "";
  for (const { 0: written, index, groups = {} } of file.matchAll(sign)) {
    const { letters = lettersOf(decoded(groups, decode)) } = groups;
    for (let i = 0; i < letters.length; i++) {
      starts[text.length + i] = index + (groups["letters"] === undefined ? 0 : i);
      ends[text.length + i] = index + (groups["letters"] === undefined ? written.length : i + 1);
    }
    text += letters;
  }
  return { text, starts, ends, stays };
}

/** What a code stands for; nothing for markup. */
function decoded(groups: Readonly<Record<string, string | undefined>>, decode: (bytes: Uint8Array) => string): string {
  const { hex, decimal = "0", entity, bytes } = groups;
  if (bytes !== undefined) return decode(Buffer.from(bytes.replaceAll(/[^\da-f]/giu, ""), "hex"));
  if (entity !== undefined)
    return parseFragment(entity)
      .childNodes.map((node) => ("value" in node ? node.value : ""))
      .join("");
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  // RTF counts them from -32768 on.
  return code <= 0x10ffff ? String.fromCodePoint(code < 0 ? code & 0xffff : code) : "";
}

/** A file without lines, each with the stop behind it, wherever they stand. @param stays what of a place that is cut stays */
function withoutLines(file: string, lines: readonly string[], { text, starts, ends, stays }: Letters): string {
  const spans: Span[] = [];
  for (const line of lines)
    for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + line.length)) {
      const end = ends[at + line.length - 1] as number;
      const [stop = ""] = /^[.,;:!?…)\]]*/u.exec(file.slice(end, end + MOST_STOPS)) ?? [];
      spans.push({ start: starts[at] as number, end: end + stop.length });
    }
  const kept = ({ start, end }: Span): string =>
    (file.slice(start, end).match(stays) ?? []).map((one) => (one.startsWith("<") ? `${one}>` : one)).join("");
  return withoutSpans(
    file,
    merged(spans).map((span) => ({ ...span, by: kept(span) })),
  );
}

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
  const isPrinted = type === "mail" && /^content-transfer-encoding:\s*quoted-printable/imu.test(file);
  const written = isPrinted ? file.replaceAll(/=\r?\n/gu, "") : file;
  const writing = WRITINGS[isPrinted ? "printed" : type] ?? NONE;
  const page = decoderOf(/\\ansicpg(\d+)/u.exec(file)?.[1]);
  const decode = (raw: Uint8Array): string =>
    type === "mail" && isUtf8(raw) ? Buffer.from(raw).toString() : page.decode(raw);
  const seen = withoutLines(written, going, lettersIn(written, writing, decode));
  // In attributes, comments and scripts.
  const long = going.filter((line) => line.length >= TELLING);
  const left = withoutLines(seen, long, lettersIn(seen, { ...NONE, codes: writing.codes }, decode));
  const cut = Buffer.from(left, encoding);
  const now = lettersOf((await read(cut)) ?? "");
  let from = 0;
  const isThere = (line: string): boolean => {
    const at = now.indexOf(line, from);
    if (at >= 0) from = at + line.length;
    return at >= 0 || now.includes(line);
  };
  return staying.every(isThere) && !going.some((line) => now.includes(line)) ? cut : null;
}
