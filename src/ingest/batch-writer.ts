import type { LociError } from "../model/error.ts";
import type { DocumentRef, IndexChange, SearchIndex } from "../storage/ports/search-index.ts";
import { type Embedded, embedDrafts, documentWrite } from "./embed-drafts.ts";
import type { DocumentDraft, DrawerDraft } from "./document-draft.ts";
import type { HeldLease } from "./hold-lease.ts";
import { Tally } from "./tally.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { moveDrawers } from "./follow-moves.ts";

export interface BatchWriterDependencies {
  readonly index: SearchIndex;
  readonly embed: (drafts: readonly DrawerDraft[]) => Promise<Embedded>;
  readonly lease: HeldLease;
  readonly tally: Tally;
  readonly limits: { readonly drawers: number; readonly bytes: number };
  /** Moves drawers where somebody put them; see `moveDrawers` and `followMoves`. */
  readonly move: (draft: DocumentDraft) => DocumentDraft | Promise<DocumentDraft>;
  /** Called after each commit, with the drawers written so far. */
  readonly onCommit: (drawers: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Drawers that are embedded at once and handed to the change: often enough that their texts are let go soon, seldom enough that a call to
 * the provider and to the cache is worth it.
 */
const PIECE_DRAWERS = 128;

/**
 * Collects documents and writes them in transactions of bounded size: large enough that segments are few, small enough that
 * little is lost when a run is killed. Each commit makes its documents current, old drawers and new in one step. The work on their
 * texts is done as they come. Where the index is far away, one batch is written while the next one is collected, never two.
 */
export class BatchWriter {
  readonly #deps: BatchWriterDependencies;
  /** The batch; null while nothing is in it. */
  #change: IndexChange | null = null;
  /** Documents of the batch that aren't embedded yet. */
  #drafts: DocumentDraft[] = [];
  #waiting = 0;
  #gone: DocumentRef[] = [];
  #onStored: (() => void)[] = [];
  #drawers = 0;
  #bytes = 0;
  #computed = 0;
  #reused = 0;
  #written = 0;
  #commits = 0;
  /** The write that goes on beside what is collected. */
  #writing: Promise<void> = Promise.resolve();
  /** The last reason why vectors are missing; null when none is. */
  unavailable: LociError | null = null;

  constructor(deps: BatchWriterDependencies) {
    this.#deps = deps;
  }

  get commits(): number {
    return this.#commits;
  }

  /** Takes a document; writes when the batch is full. @param onStored called once it is stored: never for one that an interrupted run had read */
  async add(draft: DocumentDraft, onStored?: () => void): Promise<void> {
    if (onStored !== undefined) this.#onStored.push(onStored);
    // From here on nobody else may move its drawers, until they are written.
    if (this.#drawers === 0 && this.#drafts.length === 0) await this.#deps.lease.confirm();
    this.#drafts.push(await this.#deps.move(draft));
    this.#waiting += draft.drawers.length;
    this.#drawers += draft.drawers.length;
    for (const { drawer } of draft.drawers) this.#bytes += drawer.text.length;
    if (this.#drawers >= this.#deps.limits.drawers || this.#bytes >= this.#deps.limits.bytes) await this.#write();
    else if (this.#waiting >= PIECE_DRAWERS) await this.#embed();
  }

  /** Takes documents away with the next write. */
  remove(documents: readonly DocumentRef[]): void {
    for (const document of documents) this.#gone.push(document);
  }

  /** Writes what was collected where somebody waits for the source: he gets it then. */
  async giveWay(): Promise<void> {
    if (this.#deps.lease.wanted?.() === true) await this.flush();
  }

  /**
   * Writes what was collected where somebody waits for the source, and goes on when he has had it.
   * @param before makes last what others are to find
   */
  async pass(before: () => void = () => {}): Promise<void> {
    const { lease } = this.#deps;
    if (lease.pass === undefined || lease.wanted?.() !== true) return;
    await this.flush();
    before();
    await lease.pass();
  }

  /** Writes what was collected, in one transaction; nothing when that is nothing. Then all of it is written. */
  async flush(): Promise<void> {
    await this.#write();
    await this.#writing;
  }

  /** Resolves when nothing is being written any more, whatever became of it. */
  async idle(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  async #write(): Promise<void> {
    const { index, lease, signal } = this.#deps;
    await this.#embed();
    await new Promise(setImmediate);
    await this.#writing;
    if (this.#change === null && this.#gone.length === 0) return;
    signal?.throwIfAborted();
    await lease.confirm();
    this.#writing = this.#apply(this.#change ?? index.begin());
    this.#change = null;
    this.#gone = [];
    this.#onStored = [];
    this.#drawers = 0;
    this.#bytes = 0;
    this.#computed = 0;
    this.#reused = 0;
    if (!index.capabilities.writesFarAway) await this.#writing;
    // Thrown by the next call that waits for it.
    else this.#writing.catch(() => undefined);
  }

  async #apply(change: IndexChange): Promise<void> {
    const { lease, tally, onCommit, signal } = this.#deps;
    const [drawers, computed, reused, onStored] = [this.#drawers, this.#computed, this.#reused, this.#onStored];
    tally.applied(await change.apply({ remove: this.#gone, ...(signal && { signal }) }));
    for (const stored of onStored) stored();
    tally.computed += computed;
    tally.reused += reused;
    this.#written += drawers;
    this.#commits++;
    // What is collected meanwhile is compared with what is stored: nobody else may change that.
    if (this.#drawers === 0 && this.#drafts.length === 0 && this.#change === null) lease.rest?.();
    await onCommit(this.#written);
  }

  /** Gives the documents that wait their vectors, and hands them to the change. */
  async #embed(): Promise<void> {
    const { index, embed, signal } = this.#deps;
    if (this.#drafts.length === 0) return;
    signal?.throwIfAborted();
    const embedded = await embed(this.#drafts.flatMap(({ drawers }) => drawers));
    await new Promise(setImmediate);
    if (embedded.unavailable !== null) this.unavailable = embedded.unavailable;
    this.#computed += embedded.computed;
    this.#reused += embedded.reused;
    this.#change ??= index.begin();
    for (const draft of this.#drafts) this.#change.put(documentWrite(draft, embedded.vectors));
    this.#drafts = [];
    this.#waiting = 0;
  }
}

/**
 * A writer of a few documents of one source outside a run: all that it is given is committed by one `flush`, and nobody counts it.
 * @param lease of the source
 */
export async function leaseWriter(
  { catalog, index, provider, cache }: Pick<IngestDependencies, "catalog" | "index" | "provider" | "cache">,
  lease: HeldLease,
): Promise<BatchWriter> {
  return new BatchWriter({
    index,
    embed: (drafts) => embedDrafts(drafts, { provider, cache }, undefined),
    lease,
    tally: new Tally(),
    limits: { drawers: Infinity, bytes: Infinity },
    move: moveDrawers((await catalog.palace.read()).edits),
    onCommit: async () => {},
    signal: undefined,
  });
}
