import { LociError } from "../../../model/error.ts";
import type { Scope } from "../../../model/scope.ts";
import type { DocumentRef, DocumentWrite } from "../../ports/search-index.ts";
import { packPassages, type PassageBlock } from "../codec/passage-blocks.ts";
import { MAX_POSITIONS } from "../drawers/passage-place.ts";
import { SegmentBuilder } from "../segment/segment-builder.ts";
import type { Tally } from "../segment/segment-draft.ts";
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

/**
 * Cuts texts into terms, compresses them and builds segments, one scope each. Documents named twice: the last one counts.
 *
 * @throws LociError `STORAGE_FAILED` for drawers that can't be stored, `CANCELLED`
 */
export function prepareChange(put: readonly DocumentWrite[], remove: readonly DocumentRef[], signal: AbortSignal | undefined): PreparedChange {
  const targets = new Map([...remove, ...put.map(({ document }) => document)].map((ref) => [documentKey(ref), { source: ref.source, path: ref.path }]));
  const writes = new Map(put.map((write) => [documentKey(write.document), write]));
  const segments: PreparedSegment[] = [];
  const empty: PreparedDocument[] = [];
  const open = new Map<Scope, { builder: SegmentBuilder; writes: DocumentWrite[] }>();
  const finish = (scope: Scope): void => {
    const current = open.get(scope);
    if (current === undefined) return;
    open.delete(scope);
    const draft = current.builder.finish();
    const documents = current.writes.map((write, i) => ({
      write,
      blocks: packPassages(write.drawers.map(({ drawer }) => drawer)),
      tally: draft.tallies[i] as Tally,
    }));
    segments.push({ packed: packSegment(draft), documents });
  };
  for (const write of writes.values()) {
    if (signal?.aborted === true) throw new LociError("CANCELLED", "the write was cancelled; nothing was changed");
    if (write.drawers.length === 0) {
      empty.push({ write, blocks: [], tally: NOTHING });
      continue;
    }
    if (write.drawers.length > MAX_POSITIONS) {
      throw new LociError("TOO_LARGE", `'${write.document.path}' has ${write.drawers.length} drawers, more than ${MAX_POSITIONS}`, { hint: "split the file" });
    }
    const { scope } = write.document;
    let current = open.get(scope);
    if (current === undefined) open.set(scope, (current = { builder: new SegmentBuilder(scope), writes: [] }));
    current.builder.add(write);
    current.writes.push(write);
    if (current.builder.drawers >= SEGMENT_DRAWERS) finish(scope);
  }
  for (const scope of [...open.keys()]) finish(scope);
  return { targets: [...targets.values()], segments, empty };
}

function documentKey({ source, path }: DocumentRef): string {
  return JSON.stringify([source, path]);
}
