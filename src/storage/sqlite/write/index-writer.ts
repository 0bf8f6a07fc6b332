import type { DatabaseSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import { operation, step } from "../../../model/next-step.ts";
import type { Scope } from "../../../model/caller.ts";
import type { Applied, DocumentRef, DocumentWrite } from "../../ports/search-index.ts";
import { ID_BYTES, escapeText, readId } from "../codec/bytes.ts";
import { sqliteCode } from "../database/storage-error.ts";
import { MAX_POSITIONS, type PassageBlock, packPassages, passageKey } from "../drawers/passage-reader.ts";
import { INSERT_DOCUMENT, type SegmentRow, documentChecksum, segmentChecksum, toRow } from "../segment/checked-rows.ts";
import type { PartStore } from "../segment/part-store.ts";
import { SegmentBuilder, type Tally } from "../segment/segment-builder.ts";
import type { IndexState, SegmentSet } from "../segment/segment-set.ts";
import { type Segment, withBit } from "../segment/segment.ts";
import { type PackedSegment, type SegmentWriter, packSegment } from "../segment/write-segment.ts";

/** SQLite's extended result code for a primary key that is there already (tables without rowid, and with). */
const CONSTRAINT_PRIMARY_KEY = 1555;

/** A row of `documents` that is about to go. */
interface OldDocument {
  readonly number: number;
  readonly scope: string;
  readonly drawers: number;
  readonly vectors: number;
  readonly tokens: number;
  readonly text_bytes: number;
}

interface Losses {
  deleted: Uint8Array | null;
  documents: number;
  drawers: number;
  vectors: number;
  tokens: number;
  textBytes: number;
}

/**
 * Writes prepared changes; inside a write transaction of the caller's, right after `SegmentSet.refresh`.
 * @param to `segmentWriter` of the same database
 */
export function indexWriter(
  database: DatabaseSync,
  { segments, segmentWriter, passages }: { segments: SegmentSet; segmentWriter: SegmentWriter; passages: PartStore },
) {
  const selectDocument = database.prepare(
    "SELECT number, scope, drawers, vectors, tokens, text_bytes FROM documents WHERE path = ? AND source = ?",
  );
  const deleteDocument = database.prepare("DELETE FROM documents WHERE number = ?");
  const insertDocument = database.prepare(INSERT_DOCUMENT);
  const deleteDrawer = database.prepare("DELETE FROM drawers WHERE id = ?");
  const insertDrawer = database.prepare("INSERT INTO drawers (id, document, position) VALUES (?, ?, ?)");
  const shrinkSegment = database.prepare(
    `UPDATE segments SET deleted = ?, live_documents = live_documents - ?, live_drawers = live_drawers - ?, live_vectors = live_vectors - ?,
       live_tokens = live_tokens - ?, live_text_bytes = live_text_bytes - ? WHERE number = ? RETURNING *`,
  );
  const sealSegment = database.prepare("UPDATE segments SET crc = ? WHERE number = ?");
  const updateState = database.prepare(
    "UPDATE state SET sequence = sequence + 1, layout = layout + 1, next_document = ?, next_segment = ?, dimension = ?",
  );

  /** Takes out documents that are removed or replaced; answers the ids of their drawers. */
  const removeTargets = ({ targets }: PreparedChange): ReadonlySet<string> => {
    const ids = new Set<string>();
    const losses = new Map<Segment, Losses>();
    for (const { source, path } of targets) {
      const old = selectDocument.get(escapeText(path), escapeText(source)) as unknown as OldDocument | undefined;
      if (old === undefined) continue;
      deleteDocument.run(old.number);
      if (old.drawers === 0) continue;
      passages.remove(passageKey(old.number, 0), passageKey(old.number, MAX_POSITIONS));
      const located = segments.locate(old.scope, old.number);
      if (located === null)
        throw new LociError("INDEX_DAMAGED", `document ${old.number} is in no segment`, {
          hint: step`run ${operation("data rebuild")}`,
        });
      const { segment, index } = located;
      const start = segment.columns().starts[index] as number;
      const stored = segment.idsOf(Array.from({ length: old.drawers }, (_, i) => start + i));
      for (let i = 0; i < old.drawers; i++) {
        ids.add(readId(stored, i * ID_BYTES));
        deleteDrawer.run(stored.subarray(i * ID_BYTES, (i + 1) * ID_BYTES));
      }
      let loss = losses.get(segment);
      if (loss === undefined)
        losses.set(
          segment,
          (loss = { deleted: segment.deleted, documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 }),
        );
      loss.deleted = withBit(loss.deleted, segment.documents, index);
      loss.documents++;
      loss.drawers += old.drawers;
      loss.vectors += old.vectors;
      loss.tokens += old.tokens;
      loss.textBytes += old.text_bytes;
    }
    for (const [segment, { deleted, documents, drawers, vectors, tokens, textBytes }] of losses) {
      if (segment.live.documents === documents) segmentWriter.remove(segment.number);
      else {
        const shrunk = shrinkSegment.get(
          deleted,
          documents,
          drawers,
          vectors,
          tokens,
          textBytes,
          segment.number,
        ) as unknown as SegmentRow;
        sealSegment.run(segmentChecksum(shrunk), segment.number);
        segmentWriter.writePlaces(segment.number, segment.placesWithout(deleted));
      }
    }
    return ids;
  };

  const writeDocument = (number: number, { write, blocks, tally }: PreparedDocument): void => {
    const { document } = write;
    const row = toRow(number, document, tally.drawers);
    const { vectors, tokens, textBytes: text_bytes } = tally;
    insertDocument.run({ ...row, vectors, tokens, text_bytes, crc: documentChecksum(row) });
    for (const { first, body } of blocks) passages.write(passageKey(number, first), body);
  };

  const writeId = (id: Uint8Array, document: number, position: number): void => {
    try {
      insertDrawer.run(id, document, position);
    } catch (error) {
      if (sqliteCode(error) !== CONSTRAINT_PRIMARY_KEY) throw error;
      throw new LociError("STORAGE_FAILED", `drawer ${Buffer.from(id).toString("hex")} stands in two places`, {
        hint: step`run ${operation("data rebuild")}`,
        cause: error,
      });
    }
  };

  return {
    /** @throws LociError `STORAGE_FAILED` when a drawer's id stands in another document, or vectors have another dimension than those stored */
    apply(change: PreparedChange, state: IndexState): Applied {
      const before = removeTargets(change);
      let document = state.next_document;
      let segment = state.next_segment;
      let { dimension } = state;
      let kept = 0;
      let total = 0;
      for (const { packed, documents } of change.segments) {
        const found = packed.draft.vectors?.dimension ?? null;
        if (found !== null && dimension !== null && found !== dimension)
          throw new LociError("STORAGE_FAILED", `the index holds vectors of ${dimension} components, not of ${found}`, {
            hint: step`run ${operation("data rebuild")}`,
          });
        dimension ??= found;
        const numbers = Uint32Array.from(documents, (_, i) => document + i);
        let ordinal = 0;
        for (const one of documents) {
          writeDocument(document, one);
          for (let position = 0; position < one.write.drawers.length; position++, ordinal++) {
            const id = packed.draft.ids.subarray(ordinal * ID_BYTES, (ordinal + 1) * ID_BYTES);
            writeId(id, document, position);
            if (before.has(Buffer.from(id).toString("hex"))) kept++;
            total++;
          }
          document++;
        }
        segmentWriter.write(segment++, packed, numbers, segments.drawersOf(packed.draft.scope) + ordinal);
      }
      for (const one of change.empty) writeDocument(document++, one);
      updateState.run(document, segment, dimension);
      return { added: total - kept, kept, removed: before.size - kept, sequence: state.sequence + 1 };
    },
  };
}

interface PreparedDocument {
  readonly write: DocumentWrite;
  readonly blocks: readonly PassageBlock[];
  readonly tally: Tally;
}

interface PreparedSegment {
  readonly packed: PackedSegment;
  readonly documents: readonly PreparedDocument[];
}

/** A change with all the work done that needs no lock. */
interface PreparedChange {
  /** What disappears: documents that are removed or replaced; distinct. */
  readonly targets: readonly DocumentRef[];
  readonly segments: readonly PreparedSegment[];
  /** Documents without drawers. */
  readonly empty: readonly PreparedDocument[];
}

/** Drawers after which a new segment is begun, so that memory stays bounded. */
const SEGMENT_DRAWERS = 8192;
const NOTHING: Tally = { drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };

interface OpenSegment {
  readonly builder: SegmentBuilder;
  readonly documents: { readonly write: DocumentWrite; readonly blocks: readonly PassageBlock[] }[];
}

/** Cuts texts into terms, compresses them and builds segments, one scope each, document by document. Documents named twice: the last one counts. */
export class ChangePreparer {
  readonly #writes = new Map<string, DocumentWrite>();
  readonly #segments: PreparedSegment[] = [];
  readonly #empty: PreparedDocument[] = [];
  readonly #open = new Map<Scope, OpenSegment>();
  #repeated = false;

  /** @throws LociError `STORAGE_FAILED` for drawers that can't be stored, `TOO_LARGE` */
  put(write: DocumentWrite): void {
    const key = documentKey(write.document);
    if (this.#writes.has(key)) this.#repeated = true;
    this.#writes.set(key, write);
    if (!this.#repeated) this.#add(write);
  }

  /** To be called once, at the end. */
  finish(remove: readonly DocumentRef[]): PreparedChange {
    if (this.#repeated) return this.#anew().finish(remove);
    for (const scope of [...this.#open.keys()]) this.#end(scope);
    const targets = new Map(
      [...remove, ...[...this.#writes.values()].map(({ document }) => document)].map((ref) => [
        documentKey(ref),
        { source: ref.source, path: ref.path },
      ]),
    );
    return { targets: [...targets.values()], segments: this.#segments, empty: this.#empty };
  }

  /** A builder can't forget, so a change that holds a document twice is prepared again, from the last of each. That is rare. */
  #anew(): ChangePreparer {
    const anew = new ChangePreparer();
    for (const write of this.#writes.values()) anew.put(write);
    return anew;
  }

  #add(write: DocumentWrite): void {
    if (write.drawers.length === 0) {
      this.#empty.push({ write, blocks: [], tally: NOTHING });
      return;
    }
    if (write.drawers.length > MAX_POSITIONS)
      throw new LociError(
        "TOO_LARGE",
        `'${write.document.path}' has ${write.drawers.length} drawers, more than ${MAX_POSITIONS}`,
        { hint: "split the file" },
      );
    const { scope } = write.document;
    let open = this.#open.get(scope);
    if (open === undefined) this.#open.set(scope, (open = { builder: new SegmentBuilder(scope), documents: [] }));
    open.builder.add(write);
    open.documents.push({ write, blocks: packPassages(write.drawers.map(({ drawer }) => drawer)) });
    if (open.builder.drawers >= SEGMENT_DRAWERS) this.#end(scope);
  }

  #end(scope: Scope): void {
    const open = this.#open.get(scope);
    if (open === undefined) return;
    this.#open.delete(scope);
    const draft = open.builder.finish();
    this.#segments.push({
      packed: packSegment(draft),
      documents: open.documents.map((one, i) => ({ ...one, tally: draft.tallies[i] as Tally })),
    });
  }
}

const documentKey = ({ source, path }: DocumentRef): string => JSON.stringify([source, path]);
