import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Manifest, ManifestDocument } from "../ports/manifest.ts";

/** Versions kept by number. What the manifest says of one never changes, so what was read once is true as long as it is ready. */
export class KnownDocuments {
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
