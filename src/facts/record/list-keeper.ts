import { LociError } from "../../model/error.ts";
import type { FactStore } from "../../storage/ports/fact-store.ts";
import { isSecretFact } from "../grammar/attribute-keys.ts";
import type { ListFiles, ListName } from "../mirror/list-files.ts";
import type { FactRecord } from "./fact-record.ts";

/** Writes beside the store what people read and what gives it back: files of lists, and the record of changes. */
export class ListKeeper {
  readonly #parts: { readonly store: FactStore; readonly files: ListFiles | null; readonly record?: FactRecord | null };

  constructor(parts: {
    readonly store: FactStore;
    readonly files: ListFiles | null;
    readonly record?: FactRecord | null;
  }) {
    this.#parts = parts;
  }

  /**
   * Writes the files of lists that changed, each once, and what changed to the record; gives the names of the files.
   *
   * @throws LociError `STORAGE_FAILED`: the change itself is stored
   */
  async write(names: readonly ListName[]): Promise<readonly string[]> {
    const { store, record } = this.#parts;
    if (names.length === 0) return [];
    await kept("facts.jsonl", async () => record?.catchUp(store));
    return this.#files(names);
  }

  /** The same after something was forgotten: it goes from the record, too. */
  async forget(names: readonly ListName[]): Promise<void> {
    const { store, record } = this.#parts;
    if (names.length === 0) return;
    await kept("facts.jsonl", async () => record?.rewrite(store));
    await this.#files(names);
  }

  async #files(names: readonly ListName[]): Promise<readonly string[]> {
    const { files, store } = this.#parts;
    if (files === null) return [];
    const distinct = [...new Map(names.map(({ scope, key }) => [`${scope}\n${key}`, { scope, key }])).values()];
    const lists = await store.read((reader) =>
      distinct.map((name) => ({ name, list: reader.list(name.scope, name.key) })),
    );
    const written: string[] = [];
    for (const { name, list } of lists) {
      const file = await kept(`facts/${name.key}`, () =>
        files.put(
          name,
          list === null ||
            isSecretFact(
              name.key,
              list.items.map(({ value }) => value),
            )
            ? null
            : list,
        ),
      );
      if (file !== null) written.push(file);
    }
    return written;
  }
}

async function kept<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new LociError("STORAGE_FAILED", `the change is stored, but '${name}' can't be written`, {
      hint: "check the project's folder, then run 'loci facts sync'",
      cause,
    });
  }
}
