import { LociError } from "../../../model/error.ts";
import type { Scope } from "../../../model/scope.ts";
import type { DocumentRef, DocumentWrite } from "../../ports/search-index.ts";
import { MAX_POSITIONS, type PassageBlock, packPassages } from "../drawers/passage-reader.ts";
import { SegmentBuilder, type Tally } from "../segment/segment-builder.ts";
import { packSegment, type PackedSegment } from "../segment/write-segment.ts";

/** A document ready to be written. */
export interface PreparedDocument {
  readonly write: DocumentWrite;
  readonly blocks: readonly PassageBlock[];
  readonly tally: Tally;
}

/** A segment ready to be written, with its documents. */
export interface PreparedSegment {
  readonly packed: PackedSegment;
  readonly documents: readonly PreparedDocument[];
}

/** A change with all the work done that needs no lock. */
export interface PreparedChange {
  /** What disappears: documents that are removed or replaced; distinct. */
  readonly targets: readonly DocumentRef[];
  readonly segments: readonly PreparedSegment[];
  /** Documents without drawers. */
  readonly empty: readonly PreparedDocument[];
}

/** Drawers after which a new segment is begun, so that memory stays bounded. */
const SEGMENT_DRAWERS = 8192;
const NOTHING: Tally = { drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };

/** A segment that is being built. */
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

function documentKey({ source, path }: DocumentRef): string {
  return JSON.stringify([source, path]);
}
