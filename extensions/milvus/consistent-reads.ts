import { type VisibleScopes, canSee } from "../../src/model/caller.ts";
import { LociError } from "../../src/model/error.ts";
import { operation, step } from "../../src/model/next-step.ts";
import type { Manifest, ManifestDocument, ManifestSnapshot, ManifestState } from "../../src/storage/ports/manifest.ts";
import type { MilvusRow } from "./client.ts";
import type { Collections } from "./collections.ts";
import { all } from "./filter.ts";

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
            hint: step`run ${operation("data rebuild")}`,
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

/** Versions kept by number. What the manifest says of one never changes, so what was read once is true as long as it is ready. */
class KnownDocuments {
  readonly #manifest: Manifest;
  readonly #known = new Map<number, ManifestDocument>();
  #all: { readonly sequence: number; readonly documents: readonly ManifestDocument[] } | null = null;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Versions by number; those that aren't ready are left out unless they were when they were read. */
  async of(numbers: Iterable<number>): Promise<ReadonlyMap<number, ManifestDocument>> {
    const wanted = [...new Set(numbers)];
    const missing = wanted.filter((number) => !this.#known.has(number));
    if (missing.length > 0)
      for (const document of await this.#manifest.documents(missing)) this.#known.set(document.number, document);
    return new Map(
      wanted.flatMap((number) => {
        const document = this.#known.get(number);
        return document === undefined ? [] : [[number, document] as const];
      }),
    );
  }

  /** All that are ready and visible. Cost: what changed since the last call. */
  async all(visible: VisibleScopes, sequence: number): Promise<readonly ManifestDocument[]> {
    if (this.#all?.sequence !== sequence) {
      const numbers = await this.#manifest.numbers();
      const documents = await this.of(numbers);
      const live = new Set(numbers);
      for (const number of this.#known.keys()) if (!live.has(number)) this.#known.delete(number);
      this.#all = { sequence, documents: [...documents.values()] };
    }
    return this.#all.documents.filter(({ document }) => canSee(visible, document.scope));
  }
}

const PLACES_A_QUERY = 8_000;
export const DRAWERS_A_QUERY = 12_000;

/** Rows under an expression, of several at once. */
export async function queryAll(
  collections: Collections,
  { seen, expressions, fields }: { seen: string; expressions: readonly string[]; fields: readonly string[] },
): Promise<readonly MilvusRow[]> {
  const answers = await Promise.all(expressions.map((one) => collections.query(all([seen, one]), fields)));
  return answers.flat();
}

/** Documents whose drawers fit into one answer; one that alone has more stands alone. */
export function grouped<Version extends Pick<ManifestDocument, "drawers">>(
  documents: readonly Version[],
  most = DRAWERS_A_QUERY,
): readonly (readonly Version[])[] {
  const groups: Version[][] = [];
  let left = 0;
  for (const one of documents) {
    if (one.drawers > left || (groups.at(-1)?.length ?? 0) >= PLACES_A_QUERY) {
      groups.push([]);
      left = most;
    }
    groups.at(-1)?.push(one);
    left -= one.drawers;
  }
  return groups;
}

/** Places or ids, as many at a time as one query names. */
export const chunks = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / PLACES_A_QUERY) }, (_, i) =>
    values.slice(i * PLACES_A_QUERY, (i + 1) * PLACES_A_QUERY),
  );
