import { basename, extname } from "node:path";

/** What is read without being asked for, by extension. */
const BY_DEFAULT: Readonly<Record<string, string>> = {
  ".md": "md",
  ".markdown": "md",
  ".mdx": "md",
  ".txt": "txt",
  ".rst": "rst",
  ".canvas": "canvas",
  ".pdf": "pdf",
  ".docx": "docx",
  ".html": "html",
  ".htm": "html",
  ".xhtml": "html",
  ".epub": "epub",
  ".pptx": "pptx",
  ".xlsx": "xlsx",
  // With macros, which aren't read, and templates.
  ".docm": "docx",
  ".dotx": "docx",
  ".pptm": "pptx",
  ".ppsx": "pptx",
  ".potx": "pptx",
  ".xlsm": "xlsx",
  ".xltx": "xlsx",
  ".ott": "odf",
  ".odt": "odf",
  ".ods": "odf",
  ".odp": "odf",
  ".fodt": "odf",
  ".fods": "odf",
  ".fodp": "odf",
  ".rtf": "rtf",
  ".ipynb": "ipynb",
  ".csv": "csv",
  ".tsv": "csv",
  ".eml": "mail",
  ".mbox": "mail",
  ".org": "org",
  ".adoc": "adoc",
  ".asciidoc": "adoc",
  ".tex": "tex",
  ".srt": "txt",
  ".vtt": "txt",
};

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
 *
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
 *
 * @example defaultType("a/B.MD") // "md"
 */
export function defaultType(path: string): string | null {
  return BY_DEFAULT[extension(path)] ?? null;
}
