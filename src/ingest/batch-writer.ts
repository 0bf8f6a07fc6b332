import type { LociError } from "../model/error.ts";
import type { DocumentRef, SearchIndex } from "../storage/ports/search-index.ts";
import type { Embedded } from "./embed-drafts.ts";
import type { DocumentDraft, DrawerDraft } from "./document-draft.ts";
import type { HeldLease } from "./hold-lease.ts";
import type { Tally } from "./tally.ts";

/** What a writer works with. */
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
 * Collects documents and writes them in transactions of bounded size: large enough that segments are few, small enough that
 * little is lost when a run is killed. Each commit makes its documents current, old drawers and new in one step.
 */
export class BatchWriter {
  readonly #deps: BatchWriterDependencies;
  #drafts: DocumentDraft[] = [];
  #gone: DocumentRef[] = [];
  #drawers = 0;
  #bytes = 0;
  #written = 0;
  #commits = 0;
  /** The last reason why vectors are missing; null when none is. */
  unavailable: LociError | null = null;

  constructor(deps: BatchWriterDependencies) {
    this.#deps = deps;
  }

  /** Transactions so far. */
  get commits(): number {
    return this.#commits;
  }

  /** Takes a document; writes when the batch is full. */
  async add(draft: DocumentDraft): Promise<void> {
    this.#drafts.push(await this.#deps.move(draft));
    this.#drawers += draft.drawers.length;
    for (const { drawer } of draft.drawers) this.#bytes += drawer.text.length;
    if (this.#drawers >= this.#deps.limits.drawers || this.#bytes >= this.#deps.limits.bytes) await this.flush();
  }

  /** Takes documents away with the next write. */
  remove(documents: readonly DocumentRef[]): void {
    this.#gone.push(...documents);
  }

  /** Writes what was collected, in one transaction; nothing when that is nothing. */
  async flush(): Promise<void> {
    const { index, embed, lease, tally, onCommit, signal } = this.#deps;
    if (this.#drafts.length === 0 && this.#gone.length === 0) return;
    signal?.throwIfAborted();
    const embedded = await embed(this.#drafts.flatMap(({ drawers }) => drawers));
    if (embedded.unavailable !== null) this.unavailable = embedded.unavailable;
    const put = this.#drafts.map(({ document, drawers }) => ({
      document,
      drawers: drawers.map(({ drawer, signals, embeddingHash }) => ({ drawer, signals, vector: embedded.vectors.get(embeddingHash) ?? null })),
    }));
    signal?.throwIfAborted();
    await lease.confirm();
    const applied = await index.apply({ put, remove: this.#gone, ...(signal && { signal }) });
    tally.applied(applied);
    tally.computed += embedded.computed;
    tally.reused += embedded.reused;
    this.#written += this.#drawers;
    this.#commits++;
    this.#drafts = [];
    this.#gone = [];
    this.#drawers = 0;
    this.#bytes = 0;
    await onCommit(this.#written);
  }
}
