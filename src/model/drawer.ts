import type { MessageRef } from "../operations/answers/hits.ts";
import type { Placement } from "./placement.ts";
import type { Scope } from "./caller.ts";
import type { ElementType, Range, Span } from "./section.ts";

/** A verbatim passage of a document: exact characters, exact place, never rewritten. The unit of search. */
export interface Drawer {
  /** 32 hex digits: hash of source key, path, breadcrumb, content hash and ordinal among equals. Line numbers are no part of it. */
  readonly id: string;
  /** The exact characters. */
  readonly text: string;
  /** A description of an attached picture: searchable, shown apart from the text. */
  readonly caption: string | null;
  /** The nearest heading, or for a message its author; searched with a weight of its own. */
  readonly heading: string;
  readonly headingLevel: number;
  readonly breadcrumb: readonly string[];
  /** What its file is called: folders, name, title; searched as the breadcrumb is. Empty for messages. */
  readonly names: readonly string[];
  readonly elementType: ElementType;
  /** Place in the document's text. */
  readonly span: Span;
  readonly lines: Range | null;
  readonly pages: Range | null;
  readonly message: MessageRef | null;
  readonly placement: Placement;
  readonly date: ContentDate | null;
}

/** A document as the index knows it: one file, or one chat session. */
export interface Document {
  /** Key of the source that it belongs to. */
  readonly source: string;
  /** Relative to the source's root, with `/`; for a chat, its session. */
  readonly path: string;
  readonly scope: Scope;
  /** `md`, `txt`, `code`, `pdf`, `docx`, `html`, `rst`, `chat`, … */
  readonly documentType: string;
  readonly title: string;
  /** SHA-256 of the document's bytes (for a chat: of its messages), hex. */
  readonly contentHash: string;
  readonly bytes: number;
  /** Modification time in milliseconds since the epoch; 0 where there is none. */
  readonly modifiedAt: number;
}

/** When a passage's content is from, and how that was known, strongest first. */
export interface ContentDate {
  /** ISO 8601 date or time with zone. */
  readonly value: string;
  readonly by: "front-matter" | "file-name" | "message" | "document" | "modified";
}

const DAY_MS = 86_400_000;

/**
 * The instant by which a content date is filtered and ordered, milliseconds since the epoch; NaN for none. See `atNoon`.
 */
export function contentTime(date: ContentDate | null): number {
  return date === null ? Number.NaN : atNoon(Date.parse(date.value));
}

/**
 * An instant as it is; one that is midnight in UTC to the millisecond stands for a day, month or year without a time, and counts as the noon
 * behind it, which is on the same day of the calendar in every zone up to twelve hours from there.
 */
function atNoon(time: number): number {
  return time % DAY_MS === 0 ? time + DAY_MS / 2 : time;
}
