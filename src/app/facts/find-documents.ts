import type { DocumentText } from "../../facts/documents/documented.ts";
import { type Caller, visibleScopes, type VisibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Note } from "../../model/hit.ts";
import type { Scope } from "../../model/scope.ts";
import { isData, type DataLine, readData } from "../../parsing/data/read-data.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import type { Document } from "../../model/drawer.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";

/** Passages that are looked at for an attribute. */
const PASSAGES = 20;

/** What a project's documents are asked with. */
interface Asking {
  readonly search: Search;
  readonly data: DataDocuments;
}
const kept = new WeakMap<OpenedProject, Asking>();

async function askingOf(project: OpenedProject): Promise<Asking> {
  const known = kept.get(project);
  if (known !== undefined) return known;
  const { projectSearch } = await import("../search/search-project.ts");
  const made = { search: projectSearch(project), data: new DataDocuments() };
  kept.set(project, made);
  return made;
}

/**
 * Passages of documents that hold the words of an attribute, of what a scope may see: `kb` what everybody may, `admin` all.
 * Messages of chats are left out: what was said there is a fact already. Cost: one search by words.
 */
export async function findDocuments(
  project: OpenedProject,
  words: string,
  scope: Scope,
): Promise<{ readonly texts: readonly DocumentText[]; readonly notes: readonly Note[] }> {
  const caller: Caller = scope === "admin" ? "owner" : scope === "kb" ? "public" : (scope as Caller);
  // Where nothing is indexed, no index is opened.
  if ((await project.catalog.sources.list()).length === 0) return { texts: [], notes: [] };
  try {
    const { search, data } = await askingOf(project);
    const { hits } = await search(words, { mode: "lexical", groupBy: "drawer", limit: PASSAGES, caller });
    const texts: DocumentText[] = [];
    const whole = new Set<string>();
    for (const { id, text, heading, source, lines, message } of hits) {
      if (message !== null || lines === null || whole.has(`${source.name}\n${source.path}`)) continue;
      const found = { text, heading, path: source.path, line: lines.start, drawer: id };
      if (isData(source.path)) {
        // All of the file is read, whichever of its passages was found first.
        whole.add(`${source.name}\n${source.path}`);
        const read = await project.indexHandle.use((index) => data.of(index, id, visibleScopes(caller)));
        texts.push({ ...found, data: read });
      } else texts.push(found);
    }
    return { texts, notes: [] };
  } catch (thrown) {
    // Stored facts are still answered; a note says that documents were not searched.
    if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
    const message = `documents were not asked: ${thrown.message}`;
    return { texts: [], notes: [{ code: thrown.code, message, hint: thrown.hint }] };
  }
}

/** Data files whose values are kept, the last used last. */
const MAX_KEPT = 50;

/** The values of data files, each read whole: a passage out of its middle says nothing by itself. */
class DataDocuments {
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
