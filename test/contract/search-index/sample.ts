import type { Document, Drawer, Placement } from "../../../src/model/drawer.ts";
import { voiceBits } from "../../../src/model/message-role.ts";
import type { Scope } from "../../../src/model/caller.ts";
import { quantise, type QuantisedVector } from "../../../src/model/vector.ts";
import type { CandidateQuery, QueryTerm } from "../../../src/storage/ports/candidates.ts";
import type { DocumentWrite, DrawerWrite } from "../../../src/storage/ports/search-index.ts";
import { createHash } from "node:crypto";

/** What of a drawer a test cares about; the rest has plain values. */
export interface DrawerSample {
  readonly text: string;
  readonly id?: string;
  readonly heading?: string;
  readonly breadcrumb?: readonly string[];
  readonly names?: readonly string[];
  readonly caption?: string | null;
  readonly elementType?: Drawer["elementType"];
  readonly wing?: string;
  readonly hall?: Placement["hall"]["value"];
  readonly room?: string;
  readonly topicalHalls?: readonly string[];
  readonly date?: string | null;
  readonly message?: Drawer["message"];
  readonly vector?: readonly number[] | null;
  readonly signals?: number;
}

/** Dimension of the vectors of samples. */
export const DIMENSION = 8;

/** What of a document a test cares about. */
export interface DocumentSample {
  readonly path: string;
  readonly source?: string;
  readonly scope?: Scope;
  readonly type?: string;
  readonly drawers: readonly (DrawerSample | string)[];
}

/** 32 hex digits that stand for `name`. */
export function idOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}

/** A quantised vector of plain numbers. */
export function vectorOf(values: readonly number[]): QuantisedVector {
  return quantise(Float32Array.from(values));
}

/** A document to write. Ids follow from source, path, place and text unless given. */
export function sampleDocument(sample: DocumentSample): DocumentWrite {
  const source = sample.source ?? "notes";
  const document: Document = {
    source,
    path: sample.path,
    scope: sample.scope ?? "kb",
    documentType: sample.type ?? "md",
    title: `Title of ${sample.path}`,
    contentHash: createHash("sha256").update(JSON.stringify(sample)).digest("hex"),
    bytes: 100,
    modifiedAt: 1_700_000_000_000,
  };
  let at = 0;
  const drawers = sample.drawers.map((one, i): DrawerWrite => {
    const drawer = typeof one === "string" ? { text: one } : one;
    const start = at;
    at += drawer.text.length;
    return sampleDrawer(drawer, drawer.id ?? idOf(`${source}|${sample.path}|${i}|${drawer.text}`), start, at);
  });
  return { document, drawers };
}

function sampleDrawer(sample: DrawerSample, id: string, start: number, end: number): DrawerWrite {
  const vector = sample.vector === undefined ? vectorFromText(sample.text) : sample.vector;
  return {
    drawer: {
      id,
      text: sample.text,
      caption: sample.caption ?? null,
      heading: sample.heading ?? "",
      headingLevel: 1,
      breadcrumb: sample.breadcrumb ?? [],
      names: sample.names ?? [],
      elementType: sample.elementType ?? "paragraph",
      span: { start, end },
      lines: { start: 1, end: 2 },
      pages: null,
      message: sample.message ?? null,
      placement: {
        wing: { value: sample.wing ?? "w", by: "rule" },
        hall: { value: sample.hall ?? null, by: "unsure" },
        room: { value: sample.room ?? "r", by: "inferred" },
        topicalHalls: sample.topicalHalls ?? [],
      },
      date: sample.date === undefined || sample.date === null ? null : { value: sample.date, by: "front-matter" },
    },
    vector: vector === null ? null : vectorOf(vector),
    signals: (sample.signals ?? 0) | voiceBits(sample.message ?? null),
  };
}

/** Some vector that depends on the text alone. */
export function vectorFromText(text: string): readonly number[] {
  const hash = createHash("sha256").update(text).digest();
  return Array.from({ length: DIMENSION }, (_, i) => hash.readInt16LE(i * 2) / 32768);
}

/** Terms of weight 1, all original. */
export function words(...terms: readonly string[]): readonly QueryTerm[] {
  return terms.map((term) => ({ term, weight: 1, original: true }));
}

/** A query; what isn't given asks for everything. */
export function sampleQuery(query: Partial<CandidateQuery>): CandidateQuery {
  return {
    visible: "all",
    filter: {},
    terms: [],
    phrases: [],
    excluded: [],
    files: [],
    vector: null,
    fieldWeights: { heading: 1, content: 1, breadcrumb: 1 },
    radii: [1, 3],
    context: "all",
    spread: [0.4, 0.15],
    pool: { lexical: 100, dense: 100 },
    ...query,
  };
}
