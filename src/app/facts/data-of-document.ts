import type { Document } from "../../model/drawer.ts";
import { type DataLine, readData } from "../../parsing/data/read-data.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import type { VisibleScopes } from "../../model/caller.ts";

/** Data files whose values are kept, the last used last. */
const MAX_KEPT = 50;

/** The values of data files, each read whole: a passage out of its middle says nothing by itself. */
export class DataDocuments {
  readonly #read = new Map<string, readonly DataLine[]>();

  /**
   * What the data file says of which a drawer is a passage; nothing where it isn't all there for who sees these scopes.
   *
   * Cost: linear in the file, once a content of it.
   */
  async of(index: SearchIndex, drawer: string, visible: VisibleScopes): Promise<readonly DataLine[]> {
    const [stored] = await index.get([drawer], visible);
    if (stored === undefined) return [];
    const { document } = stored;
    const key = JSON.stringify([document.source, document.path, document.contentHash, visible]);
    const known = this.#read.get(key);
    this.#read.delete(key);
    const read = known ?? (await this.#values(await index.documentDrawers(document, visible), document));
    this.#read.set(key, read);
    if (this.#read.size > MAX_KEPT) this.#read.delete(this.#read.keys().next().value as string);
    return read;
  }

  async #values(drawers: readonly StoredDrawer[], document: Document): Promise<readonly DataLine[]> {
    const text = wholeText(drawers);
    return text === null ? [] : await readData(text, document.path, 1);
  }
}

/** The text that drawers were cut from, every line at its number; null where more than blank lines is missing between two. */
function wholeText(drawers: readonly StoredDrawer[]): string | null {
  let text = "";
  let end = 0;
  let lines = 1;
  for (const { drawer, position } of drawers) {
    const { span, lines: at } = drawer;
    if (at === null || (text === "" && position > 0)) return null;
    const fresh = drawer.text.slice(Math.max(0, end - span.start));
    if (span.start > end) {
      const missing = at.start - lines;
      if (missing < 1 && text !== "") return null;
      text += "\n".repeat(missing);
      lines = at.start;
    }
    text += fresh;
    lines += fresh.split("\n").length - 1;
    end = Math.max(end, span.end);
  }
  return text;
}
