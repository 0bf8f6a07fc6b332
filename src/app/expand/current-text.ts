import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { BoundedCache } from "../../caches/bounded-cache.ts";
import type { Document } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import { documentFile, type SourceTextDependencies, sourceText } from "./source-text.ts";

/**
 * How a document's file stands beside what was indexed: the same, changed with the text that it has now, or gone (also: not readable as what
 * it was).
 */
export type CurrentText =
  { readonly state: "same" } | { readonly state: "changed"; readonly text: string } | { readonly state: "gone" };

/** Compares documents with their files. */
export type CurrentTexts = (source: Source, document: Document) => Promise<CurrentText>;

/** Characters of extracted text that are kept, at most. */
const MAX_KEPT = 32_000_000;
/** Number of changed files whose content hash is remembered. */
const MAX_SEEN = 1_000;

const SAME: CurrentText = { state: "same" };

/**
 * Texts of documents as they are now. A file with the size and time that were recorded is the same, and is not opened; of one that changed the
 * text is extracted once, and kept by its content while there is space: those who ask at once share it.
 */
export class KeptTexts {
  readonly #texts = new BoundedCache<string, string | null>(MAX_KEPT);
  readonly #reading = new Map<string, Promise<string | null>>();
  /** By file: how it looked when it was read last, and the hash of what it held. */
  readonly #seen = new BoundedCache<string, { readonly look: string; readonly hash: string }>(MAX_SEEN);

  /** @param reading how texts are read; asked for where one is to be read */
  reader(reading: () => Promise<SourceTextDependencies>): CurrentTexts {
    return async (source, document) => {
      if (source.kind === "chat") return changed(await sourceText(source, document, await reading()));
      const file = documentFile(source, document);
      const content = this.#content(file, document);
      if (content === "same") return SAME;
      if (content === "gone") return { state: "gone" };
      const key = `${content} ${document.documentType} ${source.kind}`;
      return changed(
        await this.#text(key, async () => sourceText(source, { ...document, contentHash: content }, await reading())),
      );
    };
  }

  /** The hash of a file's content, where it isn't what was indexed. One with the size and times of the last look isn't read again. */
  #content(file: string, { bytes, modifiedAt, contentHash }: Document): string {
    try {
      const { size, mtimeMs, ctimeMs } = statSync(file);
      if (size === bytes && mtimeMs === modifiedAt) return "same";
      const look = `${size} ${mtimeMs} ${ctimeMs}`;
      let seen = this.#seen.get(file);
      if (seen?.look !== look) {
        seen = { look, hash: hash("sha256", readFileSync(file), "hex") };
        this.#seen.set(file, seen);
      }
      return seen.hash === contentHash ? "same" : seen.hash;
    } catch (thrown) {
      if (typeof (thrown as NodeJS.ErrnoException).code === "string") return "gone";
      throw thrown;
    }
  }

  async #text(key: string, read: () => Promise<string | null>): Promise<string | null> {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const begun = this.#reading.get(key);
    if (begun !== undefined) return await begun;
    const reading = read();
    this.#reading.set(key, reading);
    try {
      const text = await reading;
      this.#texts.set(key, text, text?.length ?? 0);
      return text;
    } finally {
      this.#reading.delete(key);
    }
  }
}

function changed(text: string | null): CurrentText {
  return text === null ? { state: "gone" } : { state: "changed", text };
}
