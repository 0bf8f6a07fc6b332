import type { Caller } from "./caller.ts";
import type { MessageRole } from "./message-role.ts";
import type { ElementType } from "./section.ts";

/** Which retrievers run. */
export const SEARCH_MODES = ["hybrid", "lexical", "semantic"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/**
 * How the retrievers become one order. `learned`: a linear combination of named features (default). `rrf`: reciprocal rank
 * fusion of the retrievers, k = 60. `plain`: the retriever's own score, BM25 or cosine, without context; a baseline.
 */
export const FUSIONS = ["learned", "rrf", "plain"] as const;
export type Fusion = (typeof FUSIONS)[number];

export const HIT_UNITS = ["message", "drawer", "document"] as const;
export type HitUnit = (typeof HIT_UNITS)[number];

export interface SearchExplanation {
  readonly terms: readonly {
    readonly term: string;
    readonly weight: number;
    readonly original: boolean;
    readonly idf: number;
  }[];
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  readonly time: { readonly start: string; readonly end: string; readonly text: string } | null;
  readonly visible: number;
  readonly eligible: number;
  readonly removed: readonly { readonly by: string; readonly drawers: number }[];
  readonly candidates: number;
  /** The least relevance with which a hit mattered. */
  readonly least: number;
  /** Hits that `minRelevance` left out, the best first, and what their relevance is mostly lost by. */
  readonly leftOut: readonly { readonly id: string; readonly relevance: number; readonly lost: string }[];
  /** The next candidates after the last hit, and by how much they lost. */
  readonly nearMisses: readonly {
    readonly id: string;
    readonly score: number;
    readonly behind: number;
    readonly weakest: string;
  }[];
}

/** How a drawer was used: listed in an answer, opened, or cited by one. Told: a list or fact answered, and no drawer. */
export type AccessKind = "shown" | "expanded" | "cited" | "told";

/** One use of a drawer. */
export interface Access {
  readonly drawer: string;
  readonly kind: AccessKind;
  readonly caller: Caller;
  /** Hash of the question, never the question; null when there was none. */
  readonly queryHash: string | null;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export interface RankedCandidate {
  readonly lexical: number;
  readonly coverage: number;
  /** One value a radius of the query, in their order. */
  readonly windows: readonly number[];
  /** `coverage` of its whole document. */
  readonly documentCoverage: number;
  readonly dense: number;
  /** Largest cosine of the drawers of the message before and after in the document; 0 at an edge. */
  readonly denseBefore: number;
  readonly denseAfter: number;
  /** Largest cosine among the drawers of the document. */
  readonly documentDense: number;
  /** Whether one of the query's `files` means the file of its document. */
  readonly named: boolean;
  readonly signals: number;
  /** Signals of the last drawer before its message in the document; 0 at the start. */
  readonly signalsBefore: number;
  /** Author of a message, else its role; empty for what is no message. */
  readonly author: string;
  /** The cognitive hall; empty when unsure. */
  readonly hall: string;
  /** Content date, milliseconds since the epoch; null when unknown. */
  readonly date: number | null;
}

/**
 * Narrows a search inside the boundary. Every field is optional; fields join by AND, the values of
 * one field by OR. An empty list matches nothing (zero is a value).
 */
export interface DrawerFilter {
  readonly wings?: readonly string[];
  /** Cognitive or topical halls. */
  readonly halls?: readonly string[];
  readonly rooms?: readonly string[];
  /** Rooms in wings: for names that mean a room in one wing only. */
  readonly places?: readonly { readonly wing: string; readonly room: string }[];
  /** Source keys. */
  readonly sources?: readonly string[];
  readonly documentTypes?: readonly string[];
  /** What a drawer is made of: tables, entries of a table of contents. */
  readonly elementTypes?: readonly ElementType[];
  /** Who said it; drawers that are no messages fail. */
  readonly roles?: readonly MessageRole[];
  /** Documents by path, as in `Document.path`. */
  readonly paths?: readonly string[];
  /** Content date at or after this instant, milliseconds since the epoch. Drawers without a date fail. */
  readonly since?: number;
  /** Content date strictly before this instant. Drawers without a date fail. */
  readonly before?: number;
  /** Keys of sources that take no part. */
  readonly excludeSources?: readonly string[];
  /** Drawer ids that take no part. */
  readonly excludeIds?: readonly string[];
}

/** What an engine makes of each part of a filter, in the order in which they are applied. */
export type FilterTable<Made> = {
  readonly [Part in keyof DrawerFilter]-?: (asked: NonNullable<DrawerFilter[Part]>) => Made;
};

/** The parts that a filter has, in the order of the table. */
export const filterParts = <Made>(
  filter: DrawerFilter,
  table: FilterTable<Made>,
): readonly { readonly by: string; readonly made: Made }[] =>
  (Object.entries(table) as [keyof DrawerFilter, (asked: unknown) => Made][]).flatMap(([by, make]) =>
    filter[by] === undefined ? [] : [{ by, made: make(filter[by]) }],
  );
