import { basename, extname } from "node:path";
import FORMATS from "./formats.json" with { type: "json" };

const byExtension = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).flatMap(([is, all]) => all.split(" ").map((one) => [`.${one}`, is])));

/** What is read without being asked for, by extension, documents with macros, which aren't read, and templates too; and why others aren't. */
const BY_DEFAULT = byExtension(FORMATS.read);
const WHY_REFUSED = byExtension(FORMATS.refused);

/**
 * Why a file of a format that many people have isn't read, and what to do; null for any other.
 * @example refusedFormat("a/b.doc") // "an old Word document; save it as .docx"
 */
export const refusedFormat = (path: string): string | null =>
  WHY_REFUSED[basename(path).toLowerCase() === "winmail.dat" ? ".tnef" : extension(path)] ?? null;

/** A path's extension, lower case, with its dot; empty without one. */
export const extension = (path: string): string => extname(path).toLowerCase();

/**
 * The document type of a file that is read by default; null for the others.
 * @example defaultType("a/B.MD") // "md"
 */
export const defaultType = (path: string): string | null => BY_DEFAULT[extension(path)] ?? null;

/** Types whose parsers are linear, so that no file of them needs a time limit of its own. The others go through the parser pool. */
export const LINEAR_TYPES: ReadonlySet<string> = new Set("md txt captions cards code rst csv org adoc tex".split(" "));

/** What content is by its first bytes, or for an archive by the names in it; the first that fits counts. */
const KINDS: readonly (readonly [sign: RegExp, kind: string])[] = [
  [/^$/u, "nothing"],
  [/^[^]{0,1000}%PDF-/u, "a PDF (.pdf)"],
  [/^\xD0\xCF\x11\xE0/u, "a document of an older office program"],
  [/^PK[^]*?\bword\//u, "a Word document (.docx)"],
  [/^PK[^]*?\bxl\//u, "an Excel workbook (.xlsx)"],
  [/^PK[^]*?\bppt\//u, "a presentation (.pptx)"],
  [/^PK[^]*?epub\+zip/u, "an EPUB (.epub)"],
  [/^PK[^]*?oasis\.opendocument/u, "an OpenDocument file (.odt, .ods, .odp)"],
  [/^(?:PK\x03\x04|\x1F\x8B|7z\xBC\xAF|Rar!|BZh|\xFD7zXZ)/u, "an archive"],
  [/^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF[^]{4}WEBP|II\*\0|MM\0\*)/u, "a picture"],
  [/^\s*\{\\rtf/u, "RTF (.rtf)"],
  [/^SQLite format 3/u, "a database"],
  [/^version https:\/\/git-lfs/u, "a pointer of Git LFS ('git lfs pull' fetches the file)"],
  [/^[^]*\0/u, "binary data"],
  // Headers, one of them who wrote it and another one when; above the first of a mailbox a line of its own.
  [
    /^(?=(?:From .*\d{4}|[A-Z][\w-]*: .*)\r?\n)(?=(?:[^\r\n]+\r?\n)*?From: )(?=(?:[^\r\n]+\r?\n)*?(?:Date|Received|Message-ID): )/iu,
    "mail (.eml)",
  ],
  [/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype html|html)/iu, "a web page (.html)"],
  [/^(?:\xEF\xBB\xBF)?\s*</u, "XML"],
  [/^\s*[[{]/u, "JSON, or text that begins as it does"],
];
/** Bytes of the content that are looked at. */
const LOOKED_AT = 4096;

/** What a file holds, whatever its name says. @example contentKind(Buffer.from("%PDF-1.7")) // "a PDF" */
export function contentKind(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString("latin1");
  return KINDS.find(([sign]) => sign.test(head))?.[1] ?? "plain text";
}

/** Old names that programs also give to newer documents, to pages and to tables: what banks and clubs export for Excel. */
const OLD = /\.(?:doc|dot|xls|xlt|ppt|pps)$/iu;
/** Files without an ending, and those of a Maildir: mail may be in them. */
const UNENDED = /(?:^|[\\/])(?:(?:cur|new)[\\/][^\\/]+|[^\\/.]+)$/u;

/**
 * The document type of a file whose name says nothing of it that is read, by what it holds; null where that is nothing that is read either.
 * @param head gives its first bytes
 * @example typeByContent("statement.xls", () => Buffer.from("<html>")) // "html"
 */
export function typeByContent(path: string, head: () => Uint8Array): string | null {
  const isOld = OLD.test(path);
  if (!isOld && !UNENDED.test(path)) return null;
  const kind = contentKind(head());
  const type =
    kind === "plain text"
      ? /\.xl/iu.test(path)
        ? "csv"
        : "txt"
      : (BY_DEFAULT[/\.\w+/u.exec(kind)?.[0] ?? ""] ?? null);
  return isOld || type === "mail" ? type : null;
}
