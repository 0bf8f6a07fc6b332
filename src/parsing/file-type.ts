import { basename, extname } from "node:path";

/** What is read without being asked for: extensions by document type. With macros, which aren't read, and templates. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  md: "md markdown mdx",
  txt: "txt srt vtt",
  html: "html htm xhtml",
  docx: "docx docm dotx",
  pptx: "pptx pptm ppsx potx",
  xlsx: "xlsx xlsm xltx",
  odf: "odt ott ods odp fodt fods fodp",
  csv: "csv tsv",
  mail: "eml mbox",
  adoc: "adoc asciidoc",
  ...Object.fromEntries("rst canvas pdf epub rtf ipynb org tex".split(" ").map((own) => [own, own])),
};
const BY_DEFAULT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(EXTENSIONS).flatMap(([type, names]) => names.split(" ").map((name) => [`.${name}`, type])),
);

/** Formats of offices that are refused by name, with what to do. */
const REFUSED: Readonly<Record<string, string>> = {
  ".doc": "an old Word document; save it as .docx",
  ".dot": "an old Word template; save it as .docx",
  ".xls": "an old Excel workbook; save it as .xlsx",
  ".xlsb": "a binary Excel workbook; save it as .xlsx",
  ".ppt": "an old PowerPoint presentation; save it as .pptx",
  ".msg": "a message of Outlook; save it as .eml",
  ".tnef": "what Outlook packed a message in; save it as .eml there, or unpack it",
  ".pst": "a mailbox of Outlook; export it as .mbox",
  ".pages": "a document of Pages; export it as .docx or .pdf",
  ".numbers": "a workbook of Numbers; export it as .xlsx or .csv",
  ".key": "a presentation of Keynote; export it as .pptx or .pdf",
  ".one": "a section of OneNote; export it as .docx or .pdf",
  ".wpd": "a WordPerfect document; save it as .docx",
  ".mobi": "a Kindle book; convert it to .epub",
  ".azw3": "a Kindle book; convert it to .epub",
  ".djvu": "a scanned book; convert it to a .pdf with text",
};

/**
 * Why a file of a format that many people have isn't read, and what to do; null for any other.
 * @example refusedFormat("a/b.doc") // "an old Word document; save it as .docx"
 */
export function refusedFormat(path: string): string | null {
  return REFUSED[basename(path).toLowerCase() === "winmail.dat" ? ".tnef" : extension(path)] ?? null;
}

/** A path's extension, lower case, with its dot; empty without one. */
export function extension(path: string): string {
  return extname(path).toLowerCase();
}

/**
 * The document type of a file that is read by default; null for the others.
 * @example defaultType("a/B.MD") // "md"
 */
export function defaultType(path: string): string | null {
  return BY_DEFAULT[extension(path)] ?? null;
}

/** Types whose parsers are linear, so that no file of them needs a time limit of its own. The others go through the parser pool. */
export const LINEAR_TYPES: ReadonlySet<string> = new Set(["md", "txt", "code", "rst"]);
