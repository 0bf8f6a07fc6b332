import { writeChange } from "../api/list-writer.ts";
import type { SyncReport } from "../api/facts.ts";
import type { Note } from "../../model/hit.ts";
import { LociError } from "../../model/error.ts";
import type { FactStore, FactList, FactItem } from "../../storage/ports/fact-store.ts";
import { isAttribute, isSensitive } from "../attributes/known.ts";
import { mirrorName } from "./mirror-name.ts";
import type { FactMirrors, ListName, MirrorReading, RejectedMirror } from "./mirrors.ts";
import type { ListOperation } from "../lists/apply-operation.ts";
import { valueKey } from "../lists/value-key.ts";

/** What keeps mirrors and lists together. */
export interface MirrorKeeperParts {
  readonly store: FactStore;
  /** Null: no mirrors are kept. */
  readonly mirrors: FactMirrors | null;
  readonly clock: () => number;
  readonly newId: () => string;
}

interface Applied {
  readonly applied: readonly { readonly file: string; readonly topic: string }[];
  readonly rejected: readonly RejectedMirror[];
}

/** Writes mirrors of lists that changed, and makes operations of mirrors that were edited. */
export class MirrorKeeper {
  readonly #parts: MirrorKeeperParts;

  constructor(parts: MirrorKeeperParts) {
    this.#parts = parts;
  }

  /**
   * Writes the mirrors of lists that changed, each once. @throws LociError `STORAGE_FAILED`: the change itself is
   * stored
   */
  async write(names: readonly ListName[]): Promise<void> {
    const { mirrors, store } = this.#parts;
    if (mirrors === null) return;
    const distinct = [...new Map(names.map(({ scope, key }) => [`${scope}\n${key}`, { scope, key }])).values()];
    const lists = await store.read((reader) =>
      distinct.map(({ scope, key }) => ({ name: { scope, key }, list: reader.list(scope, key) })),
    );
    for (const { name, list } of lists) {
      try {
        await mirrors.put(name, list === null || isSecret(list) ? null : list);
      } catch (cause) {
        throw new LociError(
          "STORAGE_FAILED",
          `the change is stored, but its mirror '${mirrorName(name)}' can't be written`,
          { hint: "check the folder 'facts' of the project, then run 'loci facts sync'", cause },
        );
      }
    }
  }

  /** Writes the mirrors of lists from which something was forgotten; edits of them that were set aside go, too. */
  async forget(names: readonly ListName[]): Promise<void> {
    await this.write(names);
    for (const name of names) await this.#parts.mirrors?.forgetRejected(name);
  }

  /**
   * Applies edits of these lists' mirrors before the lists are used; says whether there were any, and which could not
   * be read.
   */
  async adopt(names: readonly ListName[]): Promise<{ readonly any: boolean; readonly notes: readonly Note[] }> {
    const { mirrors } = this.#parts;
    if (mirrors === null || names.length === 0) return { any: false, notes: [] };
    const reading = await mirrors.edits(names);
    const { applied, rejected } = await this.#apply(reading);
    const refused = rejected.map(({ file, reason, line, cut }) => ({
      code: "MIRROR_REJECTED" as const,
      message: `facts/${file}${line === null ? "" : `, line ${line}`}: ${reason}; its edit was not applied`,
      hint:
        cut === undefined
          ? "correct it there; once the list has changed, what you wrote is kept beside it as '….rejected.md'"
          : "what was left of it is kept beside it as '….rejected.md'",
    }));
    return { any: applied.length > 0, notes: [...refused, ...(await this.#writeMissing(reading.missing))] };
  }

  /** Writes mirrors that somebody removed, and says so; where nothing can be written the list is told all the same. */
  async #writeMissing(names: readonly ListName[]): Promise<readonly Note[]> {
    const { store } = this.#parts;
    if (names.length === 0) return [];
    const gone = await store.read((reader) =>
      names.filter(({ scope, key }) => {
        const list = reader.list(scope, key);
        return list !== null && list.items.length > 0 && !isSecret(list);
      }),
    );
    try {
      await this.write(gone);
    } catch (thrown) {
      if (thrown instanceof LociError) return [];
      throw thrown;
    }
    return gone.map((name) => ({
      code: "MIRROR_WRITTEN" as const,
      message: `facts/${mirrorName(name)} was gone and was written again from what is stored`,
      hint: "a list is emptied by saying so, not by removing its file",
    }));
  }

  /** Reads every mirror back and writes those that are missing or old; one that can't be read is left as it is. */
  async sync(): Promise<SyncReport> {
    const { mirrors, store } = this.#parts;
    if (mirrors === null) return { written: [], applied: [], rejected: [] };
    const { applied, rejected } = await this.#apply(await mirrors.edits(null));
    const refused = new Set(rejected.map(({ file }) => file));
    const names = await store.read((reader) => reader.lists(null));
    const written = names.filter((name) => !refused.has(mirrorName(name)));
    await this.write(written);
    return { written: written.filter(({ count }) => count > 0).map(mirrorName), applied, rejected };
  }

  async #apply(reading: MirrorReading): Promise<Applied> {
    const { clock, mirrors, newId, store } = this.#parts;
    const applied: { file: string; topic: string }[] = [];
    const rejected = [...reading.rejected];
    // Nobody cuts a file off on purpose. What the store lacks is left as it is: more of it may be there than anywhere
    // else.
    for (const { cut } of reading.rejected)
      if (cut !== undefined && (await store.read((reader) => reader.list(cut.scope, cut.key))) !== null)
        await this.write([cut]);
    for (const edit of reading.edits) {
      const { scope, key, file } = edit;
      const written = await store.write((writer) => {
        const list = writer.list(scope, key);
        // A file that was written by hand begins a list that isn't there yet.
        if (edit.revision === 0 ? (list?.items.length ?? 0) > 0 : list === null || list.revision !== edit.revision)
          return null;
        // The edit was made of what is stored, so it is later than all of it, whatever the file's clock says.
        const items = list?.items ?? [];
        const time = items.reduce((latest, item) => Math.max(latest, item.placedAt), Math.min(edit.time, clock()));
        const source = { messageId: `file:${file}`, chat: "", sentence: `edited facts/${file}`, time };
        return writeChange(writer, {
          scope,
          key,
          topic: list?.topic ?? edit.topic,
          operations: editOperations(items, edit.values),
          source,
          group: newId(),
          reason: "edited_file",
          recordedAt: clock(),
        });
      });
      if (written === null)
        rejected.push({ file, reason: "the list changed after the file was written; edit it again", line: null });
      else {
        applied.push({ file, topic: written.topic });
        const list = await store.read((reader) => reader.list(scope, key));
        // What was written by hand under a name of its own is written anew under the list's.
        await mirrors?.replace({ scope, key }, list, edit.file);
      }
    }
    return { applied, rejected };
  }
}

/** Whether a list holds what is written into no file: passwords, keys, numbers of documents and cards. */
function isSecret({ key, items }: FactList): boolean {
  return isAttribute(key) && items.some(({ value }) => isSensitive(key.slice(key.indexOf("/") + 1), value));
}

/**
 * The operations that turn a list into what an edited mirror says: what went, what is spelt anew, then each value to
 * its place.
 *
 * Cost: quadratic in the number of values that moved.
 */
export function editOperations(items: readonly FactItem[], values: readonly string[]): readonly ListOperation[] {
  const wanted = new Set(values.map(valueKey));
  const operations: ListOperation[] = items
    .filter((item) => !wanted.has(item.key))
    .map((item) => ({ op: "remove", value: item.value }));
  const order = items.filter((item) => wanted.has(item.key)).map((item) => item.key);
  const spelling = new Map(items.map((item) => [item.key, item.value]));
  for (const [i, value] of values.entries()) {
    const key = valueKey(value);
    const from = order.indexOf(key, i);
    if (from !== i) {
      if (from > i) order.splice(from, 1);
      order.splice(i, 0, key);
      operations.push({ op: "insertAt", rank: i + 1, value });
    }
    const old = spelling.get(key);
    if (old !== undefined && old !== value) operations.push({ op: "replace", old, value });
  }
  return operations;
}
