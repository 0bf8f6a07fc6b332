import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Document } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import { documentFile, type SourceTextDependencies, sourceText } from "./source-text.ts";

/**
 * How a document's file stands beside what was indexed: the same, changed with the text that it has now, or gone (also: not readable as what
 * it was).
 */
export type CurrentText =
  { readonly state: "same" } | { readonly state: "changed"; readonly text: string } | { readonly state: "gone" };

/** Says how documents stand. */
export type CurrentTexts = (source: Source, document: Document) => Promise<CurrentText>;

/** Characters of extracted text that are kept, newest use last. */
const MOST_KEPT = 32_000_000;

const SAME: CurrentText = { state: "same" };

/**
 * Texts of documents as they are now. A file with the size and time that were recorded is the same, and is not opened; of one that changed the
 * text is extracted once, and kept by its content while there is space: those who ask at once share it.
 */
export class KeptTexts {
  readonly #texts = new Map<string, Promise<string | null>>();
  readonly #sizes = new Map<string, number>();
  #kept = 0;

  /** @param deps how texts are read */
  reader(deps: SourceTextDependencies): CurrentTexts {
    return async (source, document) => {
      if (source.kind === "chat") return changed(await sourceText(source, document, deps));
      const file = documentFile(source, document);
      const content = contentOf(file, document);
      if (content === "same") return SAME;
      if (content === "gone") return { state: "gone" };
      const key = `${content} ${document.documentType} ${source.kind}`;
      return changed(await this.#text(key, () => sourceText(source, document, deps)));
    };
  }

  #text(key: string, read: () => Promise<string | null>): Promise<string | null> {
    const known = this.#texts.get(key);
    if (known !== undefined) {
      this.#texts.delete(key);
      this.#texts.set(key, known);
      return known;
    }
    const reading = read();
    this.#texts.set(key, reading);
    reading.then(
      (text) => this.#count(key, text?.length ?? 0),
      () => this.#texts.delete(key),
    );
    return reading;
  }

  #count(key: string, characters: number): void {
    this.#sizes.set(key, characters);
    this.#kept += characters;
    for (const oldest of this.#texts.keys()) {
      if (this.#kept <= MOST_KEPT) break;
      const size = this.#sizes.get(oldest);
      // One that is still being read has no size yet.
      if (size === undefined) continue;
      this.#texts.delete(oldest);
      this.#sizes.delete(oldest);
      this.#kept -= size;
    }
  }
}

function changed(text: string | null): CurrentText {
  return text === null ? { state: "gone" } : { state: "changed", text };
}

/** The hash of a file's content, where it isn't what was indexed. */
function contentOf(file: string, { bytes, modifiedAt, contentHash }: Document): string {
  try {
    const stat = statSync(file);
    if (stat.size === bytes && stat.mtimeMs === modifiedAt) return "same";
    const now = hash("sha256", readFileSync(file), "hex");
    return now === contentHash ? "same" : now;
  } catch (thrown) {
    if (typeof (thrown as NodeJS.ErrnoException).code === "string") return "gone";
    throw thrown;
  }
}
