import type { DatabaseSync } from "node:sqlite";
import { packSegmentColumns } from "./segment-columns.ts";
import { type PartStore, CODED_FROM, CODED_SCOPE, Part, partKey, segmentKeys } from "./part-store.ts";
import { canBeCoded, VectorCoder } from "../vectors/vector-code.ts";
import { sumTallies, type DraftVectors, type SegmentDraft } from "./segment-builder.ts";
import { eachLive, idsIn, packPlaces, packWings, type PlaceTally, tallyPlaces } from "./segment-places.ts";
import { INSERT_SEGMENT, segmentChecksum } from "./checked-rows.ts";
import { writeRecords } from "./segment-records.ts";
import { codePages } from "./segment-vectors.ts";

/** A draft with its parts as bytes, so that nothing but inserts is left for the transaction. */
export interface PackedSegment {
  readonly draft: SegmentDraft;
  readonly columns: Uint8Array;
  readonly places: readonly PlaceTally[];
}

export function packSegment(draft: SegmentDraft): PackedSegment {
  const { columns, ids } = draft;
  const places = tallyPlaces(columns, idsIn(ids), eachLive(columns.length.length, null));
  return { draft, columns: packSegmentColumns(columns), places };
}

export type SegmentWriter = ReturnType<typeof segmentWriter>;

export interface CodingOptions {
  /** Drawers of a segment from which on it gets codes where its scope is large; `CODED_FROM` by default. */
  readonly codedFrom?: number;
  /** Drawers of a scope from which on it is large; `CODED_SCOPE` by default. */
  readonly codedScope?: number;
}

/** Writes segments into `database` and removes them; inside a write transaction of the caller's. */
export function segmentWriter(
  database: DatabaseSync,
  parts: PartStore,
  { codedFrom = CODED_FROM, codedScope = CODED_SCOPE }: CodingOptions = {},
) {
  /** Whether a segment of so many drawers gets codes, in a scope of so many. */
  const codes = (drawers: number, dimension: number, ofScope: number): boolean =>
    drawers >= codedFrom && ofScope >= codedScope && canBeCoded(dimension);
  const insert = database.prepare(INSERT_SEGMENT);
  const remove = database.prepare("DELETE FROM segments WHERE number = ?");
  const writePlaces = (number: number, places: readonly PlaceTally[]): void => {
    parts.write(partKey(number, Part.places), packPlaces(places));
    parts.write(partKey(number, Part.wings), packWings(places));
  };
  return {
    codes,
    /**
     * @param documents numbers of the segment's documents, ascending
     * @param ofScope drawers of the scope, this segment's among them
     */
    write(number: number, { draft, columns, places }: PackedSegment, documents: Uint32Array, ofScope: number): void {
      const { drawers, vectors, tokens, textBytes } = sumTallies(draft.tallies);
      const row = {
        number,
        scope: draft.scope,
        drawers,
        documents: documents.length,
        first_document: documents[0] as number,
        last_document: documents[documents.length - 1] as number,
        dimension: draft.vectors?.dimension ?? 0,
        live_drawers: drawers,
        live_documents: documents.length,
        live_vectors: vectors,
        live_tokens: tokens,
        live_text_bytes: textBytes,
        deleted: null,
      };
      insert.run({ ...row, crc: segmentChecksum(row) });
      parts.write(partKey(number, Part.columns), columns);
      writePlaces(number, places);
      parts.write(partKey(number, Part.documents), bytesOf(documents));
      parts.write(partKey(number, Part.firstHashes), bytesOf(draft.terms.firstHashes));
      draft.terms.pages.forEach((page, i) => parts.write(partKey(number, Part.terms, i), page));
      if (draft.vectors !== null && codes(drawers, draft.vectors.dimension, ofScope)) {
        writeCoded({ parts, segment: number }, draft.vectors, draft.ids);
        return;
      }
      parts.write(partKey(number, Part.ids), draft.ids);
      if (draft.vectors === null) return;
      let page = 0;
      for (const body of draft.vectors.pages()) parts.write(partKey(number, Part.vectors, page++), body);
      parts.write(partKey(number, Part.norms), bytesOf(draft.vectors.inverseNorms));
    },
    remove(number: number): void {
      parts.remove(...segmentKeys(number));
      remove.run(number);
    },
    /** Writes anew how many drawers stand where. */
    writePlaces(number: number, places: readonly PlaceTally[]): void {
      parts.remove(partKey(number, Part.places), partKey(number, Part.wings, 1));
      writePlaces(number, places);
    },
  };
}

/** Writes records, and the codes of their vectors. @param ids 16 bytes a drawer */
function writeCoded(
  { parts, segment }: { readonly parts: PartStore; readonly segment: number },
  vectors: DraftVectors,
  ids: Uint8Array,
): void {
  const { dimension, inverseNorms } = vectors;
  const written = writeRecords({ parts, segment }, vectors, ids);
  let page = 0;
  for (const codes of codePages(new VectorCoder(dimension), written, inverseNorms))
    parts.write(partKey(segment, Part.codes, page++), codes);
}

const bytesOf = (numbers: Uint32Array | Float32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
