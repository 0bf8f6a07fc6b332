import type { DocumentText } from "../../facts/documents/documented.ts";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Note } from "../../model/hit.ts";
import type { Scope } from "../../model/scope.ts";
import { isData } from "../../parsing/data/read-data.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import { DataDocuments } from "./data-of-document.ts";

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
