import type { Ground } from "./signals.ts";
import type { ErrorCode } from "./error.ts";
import type { NextStep } from "./next-step.ts";
import type { MessageMark } from "./message-role.ts";
import type { Scope } from "./scope.ts";
import type { ElementType } from "./section.ts";
import type { Range, Span } from "./span.ts";

/** One found drawer. */
export interface Hit {
  readonly id: string;
  /** `hash(markdown:source:startLine:endLine:contentHash:model)`, as memsearch and OpenClaw have it. */
  readonly compositeId: string;
  /** SHA-256 of the exact characters of the whole drawer, hexadecimal: equal text has the same, in whichever file and place. */
  readonly contentHash: string;
  /** The exact characters of the drawer. */
  readonly text: string;
  /** With `passage`, where `text` is a part of its drawer: which of its characters it is, and how many it has. */
  readonly excerpt?: { readonly start: number; readonly end: number; readonly of: number };
  /** A description of an attached picture, apart from the text. */
  readonly caption: string | null;
  /** The part of the text that shows most of the question, with `…` where it was cut. */
  readonly snippet: string;
  /** Where words of the question stand in `snippet`. */
  readonly matches: readonly Span[];
  /** The sum of `parts`. */
  readonly score: number;
  /** Calibrated probability that it belongs to the answer, 0–1; the score only orders. */
  readonly relevance: number;
  /** What its document is called: its title, or of a session without one its first request and day. */
  readonly title: string;
  readonly source: { readonly name: string; readonly path: string; readonly uri: string };
  readonly breadcrumb: readonly string[];
  readonly heading: string;
  readonly headingLevel: number;
  readonly lines: Range | null;
  readonly pages: Range | null;
  readonly message: MessageRef | null;
  /** On what it stands: what may be cited, injected and counted for `covered` is `stated`. */
  readonly ground: Ground;
  /** An assistant or a summary says it and cites nothing; left out otherwise. */
  readonly unchecked?: true;
  /** Ids of what an answer quotes as its sources, as far as it was found beside it; left out otherwise. */
  readonly cites?: readonly string[];
  readonly wing: string;
  readonly hall: string | null;
  /** Halls whose keywords its drawer holds, beside `hall`; sorted. */
  readonly topicalHalls: readonly string[];
  readonly room: string;
  readonly scope: Scope;
  /** Content date, ISO 8601; null when unknown. */
  readonly date: string | null;
  readonly documentType: string;
  readonly elementType: ElementType;
  /** Other drawers with the same text that this hit stands for. */
  readonly duplicates: number;
  /** Ids of further parts of the same message that were found, best first; left out where there are none. */
  readonly further?: readonly string[];
  /** Where the same was asked before and this followed: that message, which is no hit of its own. */
  readonly asked?: AskedBefore;
  /** In an agent's session the exchange that it belongs to: of those found in one the best is the hit. */
  readonly exchange?: Exchange;
  /** The drawers before and after it in its document. */
  readonly neighbours: { readonly before: string | null; readonly after: string | null };
  /** Named contributions; they add up to `score`. */
  readonly parts: Readonly<Record<string, number>>;
  /** Ranks in each retriever, 1-based, and the raw figures behind the parts; only with `explain`. */
  readonly explanation?: HitExplanation;
}

/** An earlier message that asks what is asked now. */
export interface AskedBefore {
  readonly id: string;
  /** ISO 8601; null when unknown. */
  readonly date: string | null;
}

/** A tool's call in an agent's session with what it gave and the words before it. */
export interface Exchange {
  /** Ids of the first drawer of each; null for what there isn't. */
  readonly words: string | null;
  readonly call: string | null;
  readonly result: string | null;
  /** Of its other messages what holds something that is asked for, verbatim, with `…` where it was cut. */
  readonly pieces: readonly {
    readonly id: string;
    readonly role: string;
    /** Ids of the message, as its session gave them. */
    readonly ids: readonly string[];
    readonly text: string;
  }[];
}

/** Why a hit stands where it stands. */
export interface HitExplanation {
  /** Rank among the candidates by the drawer's own BM25 and by cosine; null where the retriever gave it nothing. */
  readonly ranks: { readonly lexical: number | null; readonly dense: number | null };
  /** For each part: the feature's value and its weight; value × weight = part. */
  readonly features: Readonly<Record<string, { readonly value: number; readonly weight: number }>>;
  /** What the logarithm of its relevance's odds is the sum of; see docs/search.md. */
  readonly relevance: Readonly<Record<string, { readonly value: number; readonly weight: number }>>;
}

/** Everything that a note can say, by name; an error that ended only a part is one, too. A code never changes its meaning. */
export type NoteCode =
  | ErrorCode
  | "ANSWER_CUT"
  | "ANSWER_EMPTY"
  | "CAPTURE_FAILED"
  | "CATALOG_DAMAGED"
  | "CATALOG_RESTORED"
  | "CONFIG_UNTRUSTED"
  | "EMBEDDINGS_REMADE"
  | "ENCODING_ASSUMED"
  | "FEWER_PASSAGES"
  | "FIELD_READ_AS_WORDS"
  | "FILTER_EMPTY"
  | "FRONT_MATTER_UNREADABLE"
  | "INCLUDE_MATCHES_NOTHING"
  | "INDEX_INCOMPLETE"
  | "INDEX_REBUILT"
  | "INDEX_PARTIAL"
  | "INTERRUPTED"
  | "LIST_CUT"
  | "MORE"
  | "NOTHING_PROVED"
  | "NO_LANGUAGE_MODEL"
  | "PAGES_UNREADABLE"
  | "PAUSED"
  | "PROJECT_EMPTY"
  | "PROJECT_CANDIDATE"
  | "SESSION_WITHOUT_FOLDER"
  | "QUERY_READ_AS_PROSE"
  | "REACHABLE"
  | "READ_ONLY"
  | "QUERY_SHORTENED"
  | "QUERY_STOP_WORDS_ONLY"
  | "SCOPE_IGNORED"
  | "UNCITED"
  | "VARIABLE_IGNORED"
  | "SOURCE_EMPTY"
  | "SOURCE_GONE"
  | "CHAT_RESTORED"
  | "SOURCE_OVERLAPS"
  | "STATISTICS_SHARED"
  | "SUBJECT_ABSENT"
  | "TIME_ALONE"
  | "TIME_EMPTY"
  | "TRANSCRIPT_REWRITTEN"
  | "VECTORS_INCOMPLETE"
  | "MEANING_APPROXIMATE"
  | "WORDS_EXCLUDED"
  /** A sign of other search engines was read as something weaker than there. */
  | "SIGN_READ_LOOSELY";

/** Something that the caller should know about an answer, with the next step. */
export interface Note {
  readonly code: NoteCode;
  readonly message: string;
  /** The next step, in the words of the command line. */
  readonly hint: string;
  /** The next step as data, where it names an operation or an option. */
  readonly step?: NextStep;
}

/** The chat message that a drawer holds, or a part of it. */
export interface MessageRef {
  /** The chat or imported conversation. */
  readonly chat: string;
  /** The session: one session is one document. */
  readonly session: string;
  /** Ids as the chat gave them, in order. */
  readonly ids: readonly string[];
  /** One of `MESSAGE_ROLES`; in the generic form what its line says. */
  readonly role: string;
  /** What it is beside its role; left out where there is nothing to say. */
  readonly marks?: readonly MessageMark[];
  readonly author: string | null;
  /** Id of the message that it answers; left out where its chat doesn't say. */
  readonly parent?: string;
  /** ISO 8601 with zone, or null when the chat gave none. */
  readonly time: string | null;
}
