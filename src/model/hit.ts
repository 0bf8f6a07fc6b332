import type { MessageRef } from "./message.ts";
import type { Scope } from "./scope.ts";
import type { ElementType } from "./section.ts";
import type { Range, Span } from "./span.ts";

/** One found drawer. */
export interface Hit {
  readonly id: string;
  /** `hash(markdown:source:startLine:endLine:contentHash:model)`, as memsearch and OpenClaw have it. */
  readonly compositeId: string;
  /** The exact characters of the drawer. */
  readonly text: string;
  /** A description of an attached picture, apart from the text. */
  readonly caption: string | null;
  /** The part of the text that shows most of the question, with `…` where it was cut. */
  readonly snippet: string;
  /** Where words of the question stand in `snippet`. */
  readonly matches: readonly Span[];
  /** The sum of `parts`. */
  readonly score: number;
  readonly source: { readonly name: string; readonly path: string; readonly uri: string };
  readonly breadcrumb: readonly string[];
  readonly heading: string;
  readonly headingLevel: number;
  readonly lines: Range | null;
  readonly pages: Range | null;
  readonly message: MessageRef | null;
  readonly wing: string;
  readonly hall: string | null;
  readonly room: string;
  readonly scope: Scope;
  /** Content date, ISO 8601; null when unknown. */
  readonly date: string | null;
  readonly documentType: string;
  readonly elementType: ElementType;
  /** Other drawers with the same text that this hit stands for. */
  readonly duplicates: number;
  /** The drawers before and after it in its document. */
  readonly neighbours: { readonly before: string | null; readonly after: string | null };
  /** Named contributions; they add up to `score`. */
  readonly parts: Readonly<Record<string, number>>;
  /** Ranks in each leg, 1-based, and the raw figures behind the parts; only with `explain`. */
  readonly explanation?: HitExplanation;
}

/** Why a hit stands where it stands. */
export interface HitExplanation {
  /** Rank among the candidates by the drawer's own BM25 and by cosine; null where the leg gave it nothing. */
  readonly ranks: { readonly lexical: number | null; readonly dense: number | null };
  /** For each part: the feature's value and its weight; value × weight = part. */
  readonly features: Readonly<Record<string, { readonly value: number; readonly weight: number }>>;
}

/** Something that the caller should know about an answer, with the next step. */
export interface Note {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
