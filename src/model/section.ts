/** What a passage is made of. A chat's `message` is a drawer of its own; a `toc_entry` is of a table of contents. */
export const ELEMENT_TYPES = [
  "section",
  "paragraph",
  "table",
  "toc_entry",
  "code",
  "list",
  "page",
  "message",
  "memory_summary",
] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** A span inside a section that chunking would rather not cut: a fence, a table row, a list item, a paragraph. */
export interface Block {
  readonly kind: "paragraph" | "fence" | "table" | "row" | "toc" | "list" | "heading" | "other";
  readonly span: Span;
}

/**
 * A piece of a parsed document. The sections of a document, in order, cover its text exactly:
 * the first starts at 0, each next one starts where the last ended, the last ends at the text's length.
 */
export interface Section {
  /** The heading's text without its markers; empty for the preamble. */
  readonly title: string;
  /** Headings from the outermost to this one, inclusive; empty for the preamble. */
  readonly breadcrumb: readonly string[];
  /** 1–6 for a heading's section, 0 for a preamble or body text. */
  readonly level: number;
  readonly span: Span;
  readonly lines: Range | null;
  readonly pages: Range | null;
  readonly elementType: ElementType;
  /** In order, not overlapping, inside `span`; gaps between blocks are blank lines. May be empty. */
  readonly blocks: readonly Block[];
}

/** What a document says of itself: front matter, properties of a PDF or DOCX. */
export interface DocumentMetadata {
  readonly title?: string;
  readonly wing?: string;
  readonly room?: string;
  readonly hall?: string;
  readonly scope?: string;
  /** ISO 8601 date or time. */
  readonly date?: string;
  /** Of what a document is put together from, a mailbox from its mails: where each begins in its text, ascending, and its date, if it has one. */
  readonly dates?: readonly { readonly start: number; readonly date: string | null }[];
  readonly tags?: readonly string[];
  /** A language model wrote it, as its front matter says: a summary. */
  readonly generated?: true;
  /** Other titles. */
  readonly aliases?: readonly string[];
  /** That front matter could not be read, so that it says nothing but the scope. */
  readonly unread?: true;
  /** The encoding that its bytes were taken for, where they are no Unicode text. */
  readonly encoding?: string;
  /** Numbers of pages most of whose glyphs stand for no known character; left out where there are none. */
  readonly unreadablePages?: readonly number[];
  /** Kinds of the secrets that were replaced in its text, one for each. */
  readonly redacted?: readonly string[];
}

/** A parsed document: the exact text that spans refer to, and its sections. */
export interface ParsedDocument {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly metadata: DocumentMetadata;
  /** Start of each page in `text`, ascending, for paged formats. */
  readonly pageStarts?: readonly number[];
}

/** A half-open range of UTF-16 code units in a document's text: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An inclusive, 1-based range of lines or pages. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The name of one part of a section that was too large for one drawer.
 * @param part from 1
 * @example partName("Ownership", 2) // "Ownership (part 2)"
 */
export const partName = (name: string, part: number): string => `${name} (part ${part})`;

/**
 * The section's own name, from the name of one of its parts: for rooms and titles, which all parts share.
 * @example wholeName("Ownership (part 2)") // "Ownership"
 */
export const wholeName = (name: string): string => name.replace(/ \(part \d+\)$/, "");
