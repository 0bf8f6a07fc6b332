import type { VisibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { operation, step } from "../../model/next-step.ts";
import type { Manifest, ManifestSnapshot, ManifestState } from "../ports/manifest.ts";
import type { Collections } from "./collections.ts";
import { KnownDocuments } from "./documents.ts";

/** Times that a read starts over because a document went away between two requests. */
const MAX_ATTEMPTS = 8;

/** A document went away between two requests of one read. */
export class Vanished extends Error {}

/** Reads of several requests that see one committed state. */
export class ConsistentReads {
  readonly manifest: Manifest;
  readonly documents: KnownDocuments;
  /** Where drawers stand that were found lately, so that their texts are asked for by their key. */
  places = new Map<string, number>();
  readonly #collectionsOf: (name: string) => Collections;
  readonly #requireOpen: () => void;

  /** @param requireOpen throws where the index was closed */
  constructor(manifest: Manifest, collectionsOf: (name: string) => Collections, requireOpen: () => void) {
    this.manifest = manifest;
    this.documents = new KnownDocuments(manifest);
    this.#collectionsOf = collectionsOf;
    this.#requireOpen = requireOpen;
  }

  collections({ name }: ManifestState): Collections {
    return this.#collectionsOf(name);
  }

  checkOpen(): void {
    this.#requireOpen();
  }

  /** Works on one committed state; begins again where a document of it went away meanwhile. An index that isn't there is an empty one. */
  async consistent<T>(
    visible: VisibleScopes,
    terms: readonly number[],
    work: (snapshot: ManifestSnapshot) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      this.checkOpen();
      const snapshot = (await this.manifest.snapshot(visible, terms)) ?? NO_SNAPSHOT(terms);
      try {
        return await work(snapshot);
      } catch (thrown) {
        if (!(thrown instanceof Vanished)) throw thrown;
        this.places.clear();
        if (attempt === MAX_ATTEMPTS)
          throw new LociError("INDEX_DAMAGED", "the server lacks drawers that are ready", {
            hint: step`run ${operation("rebuild")}`,
          });
      }
    }
  }
}

const NO_SNAPSHOT = (terms: readonly number[]): ManifestSnapshot => ({
  state: { name: "", sequence: 0, model: null, dimension: null },
  counts: { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 },
  termFrequencies: terms.map(() => 0),
  continued: 0,
  hidden: [],
});

/** @throws LociError `CANCELLED` */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new LociError("CANCELLED", "the call was cancelled; nothing was changed");
}
