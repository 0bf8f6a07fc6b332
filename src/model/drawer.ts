import type { MessageRef } from "../operations/answers/hits.ts";
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
  /** Modification time in milliseconds since the epoch, with what fraction the file system keeps; 0 where there is none. */
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
export const contentTime = (date: ContentDate | null): number =>
  date === null ? Number.NaN : atNoon(Date.parse(date.value));

/**
 * An instant as it is; one that is midnight in UTC to the millisecond stands for a day, month or year without a time, and counts as the noon
 * behind it, which is on the same day of the calendar in every zone up to twelve hours from there.
 */
const atNoon = (time: number): number => (time % DAY_MS === 0 ? time + DAY_MS / 2 : time);

/** The five cognitive halls: which kind of memory a drawer is. */
export type CognitiveHall = "facts" | "events" | "discoveries" | "preferences" | "advice";

/** How a wing, hall or room was decided, strongest first. */
type PlacementBasis = "explicit" | "front-matter" | "config" | "correction" | "rule" | "inferred" | "unsure";

/** One decision of placement: the value, and how it came about. */
export interface Placed<T> {
  readonly value: T;
  readonly by: PlacementBasis;
}

/** Where a drawer stands in the palace. `hall: null` means unsure, which is a permitted answer. */
export interface Placement {
  readonly wing: Placed<string>;
  readonly hall: Placed<CognitiveHall | null>;
  readonly room: Placed<string>;
  /** User-defined topical halls (`palace.hall_keywords`), sorted. */
  readonly topicalHalls: readonly string[];
}

/** A room in a wing, with one of its halls: what of the palace is counted. */
export interface PalaceRow {
  readonly wing: string;
  readonly room: string;
  /** Empty when unsure. */
  readonly hall: string;
  readonly count: number;
  /** First and last day of content, `YYYY-MM-DD` in the user's zone; null where no drawer has a date. */
  readonly first: string | null;
  readonly last: string | null;
}

/** A correction that somebody made, as it is kept: data, applied after inference whenever places are read. */
export type Correction =
  /** Drawers of room `from` stand in room `to`; in all wings where `wing` is null. Merging is renaming into a room that exists. */
  | { readonly kind: "room"; readonly from: string; readonly to: string; readonly wing: string | null }
  /** One drawer stands in `room`. `contentHash` finds it again when its file was moved; null where unknown. */
  | { readonly kind: "move"; readonly drawer: string; readonly contentHash: string | null; readonly room: string }
  /** Wing `from` is wing `to`: an alias, or a new name. */
  | { readonly kind: "wing"; readonly from: string; readonly to: string };

/** What somebody asked for that made corrections. */
export type CorrectionKind = "merge rooms" | "rename room" | "move drawer" | "alias wing" | "rename wing";

/** A call that made corrections, as it is kept to be undone. */
export interface CorrectionRecord {
  readonly kind: CorrectionKind;
  /** The name before; of a move, the room before. */
  readonly from: string;
  readonly to: string;
  /** Where it was made for one wing only. */
  readonly wing: string | null;
  /** The drawer of a move, and how it was placed before; else null. */
  readonly drawer: string | null;
  readonly placed: Placement["room"] | null;
  /** Corrections that it made, and those that it took the place of. */
  readonly added: readonly Correction[];
  readonly removed: readonly Correction[];
}

/** One end of a tunnel that somebody dug. */
export interface TunnelEnd {
  readonly wing: string;
  readonly room: string;
}

/** A tunnel between two rooms of different names or wings, said by a person or an agent. Undirected: `a` is the first end by the alphabet. */
export interface ExplicitTunnel {
  readonly a: TunnelEnd;
  readonly b: TunnelEnd;
  /** Why; empty when nobody said. */
  readonly label: string;
}

/** What people and agents said about the palace itself. It can't be rebuilt from files, so the catalog keeps it. */
export interface PalaceEdits {
  readonly corrections: readonly Correction[];
  readonly tunnels: readonly ExplicitTunnel[];
  /** The last calls that made corrections, oldest first; absent where there was none. */
  readonly deeds?: readonly CorrectionRecord[];
}

/** Nothing was said yet. */
export const NO_EDITS: PalaceEdits = { corrections: [], tunnels: [] };
