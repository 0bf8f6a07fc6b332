import { operation, step } from "../../src/model/next-step.ts";
import { hostname } from "node:os";
import { randomBytes } from "node:crypto";
import { LociError } from "../../src/model/error.ts";
import type { Scope } from "../../src/model/caller.ts";
import type { Manifest, ManifestState } from "../../src/storage/ports/manifest.ts";
import type { Applied, DocumentRef, DocumentWrite } from "../../src/storage/ports/search-index.ts";
import type { Collections } from "./collections.ts";
import { checkSignal } from "./consistent-reads.ts";
import { idList } from "./filter.ts";
import { bagTerms, placeOf, type PreparedDocument } from "./rows.ts";

/** Silence after which an upload counts as abandoned, and how often one says that it goes on: milliseconds. */
const ABANDONED_MS = 120_000;
const BEAT_MS = 20_000;
/** Times that a change is worked out again because others replaced the same documents. */
const MAX_ATTEMPTS = 10;
const IDS_A_QUERY = 2_000;
/** Columns that the collection of vectors has, too. */
const SHARED = ["id", "scope", "source", "path", "type", "wing", "room", "halls", "terms", "date"] as const;

/** Uploads changes: pending, on the server, ready. One owner a process. */
export class Uploader {
  readonly #manifest: Manifest;
  readonly #owner = `${hostname()}:${process.pid}:${randomBytes(6).toString("hex")}`;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Makes a change. What fails is undone, by this call or by the next one. */
  async apply(
    collections: Collections,
    state: ManifestState,
    {
      put,
      remove,
      signal,
    }: {
      readonly put: readonly { readonly write: DocumentWrite; readonly prepared: PreparedDocument }[];
      readonly remove: readonly DocumentRef[];
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<Applied> {
    await this.sweep(collections, state);
    const dimension = dimensionOf(
      put.map(({ prepared }) => prepared),
      state,
    );
    await collections.ensure(collections.words, null);
    if (dimension !== null) await collections.ensure(collections.vectors(dimension), dimension);
    const numbers = await this.#manifest.prepare(
      put.map(({ prepared }) => prepared.entry),
      this.#owner,
      Date.now(),
    );
    const beat = setInterval(() => void this.#manifest.beat(this.#owner, Date.now()).catch(() => undefined), BEAT_MS);
    try {
      await this.#upload(collections, { dimension, documents: put.map(({ prepared }) => prepared), numbers }, signal);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        checkSignal(signal);
        const applied = await this.#commit(collections, { put, numbers, remove, dimension });
        if (applied !== null) return applied;
      }
      throw new LociError("STORAGE_BUSY", "others kept replacing the same documents", { hint: "try again" });
    } catch (thrown) {
      await this.#undo(collections, state, numbers).catch(() => undefined);
      throw thrown;
    } finally {
      clearInterval(beat);
      // What was replaced is hidden already; that it is still there costs room only.
      await this.sweep(collections, state).catch(() => undefined);
    }
  }

  /** Takes off the server what is not true any more, and what whoever was killed left there. */
  async sweep(collections: Collections, state: ManifestState): Promise<void> {
    const left = (await this.#manifest.leftovers()).filter(
      ({ status, owner, beat }) => status === "dead" || (owner !== this.#owner && isAbandoned(owner, beat)),
    );
    await this.#undo(
      collections,
      state,
      left.map(({ number }) => number),
    );
  }

  async #undo(collections: Collections, state: ManifestState, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const existing = await collections.existing();
    if (existing.length > 0) await collections.remove(existing, numbers);
    void state;
    await this.#manifest.forget(numbers);
  }

  async #upload(
    collections: Collections,
    {
      dimension,
      documents,
      numbers,
    }: {
      readonly dimension: number | null;
      readonly documents: readonly PreparedDocument[];
      readonly numbers: readonly number[];
    },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const words: Record<string, unknown>[] = [];
    const vectors: Record<string, unknown>[] = [];
    documents.forEach(({ drawers }, d) => {
      const doc = numbers[d] as number;
      drawers.forEach((drawer, position) => {
        const place = placeOf(doc, position);
        words.push({ place, doc, ...drawer.columns, words: drawer.words });
        // Nothing has a cosine with the zero vector.
        if (drawer.components?.some((component) => component !== 0) !== true) return;
        const row: Record<string, unknown> = { place, doc, embedding: Array.from(drawer.components) };
        for (const name of SHARED) row[name] = drawer.columns[name];
        vectors.push(row);
      });
    });
    checkSignal(signal);
    await Promise.all([
      collections.insert(collections.words, words),
      ...(dimension === null || vectors.length === 0
        ? []
        : [collections.insert(collections.vectors(dimension), vectors)]),
    ]);
  }

  /** @returns null where a document was replaced meanwhile by somebody else */
  async #commit(
    collections: Collections,
    {
      put,
      numbers,
      remove,
      dimension,
    }: {
      readonly put: readonly { readonly write: DocumentWrite; readonly prepared: PreparedDocument }[];
      readonly numbers: readonly number[];
      readonly remove: readonly DocumentRef[];
      readonly dimension: number | null;
    },
  ): Promise<Applied | null> {
    const targets = distinct([...remove, ...put.map(({ write }) => write.document)]);
    const found = await this.#manifest.find(targets);
    const before = new Map<string, true>();
    const terms = new Map<Scope, Map<number, number>>();
    const count = (scope: Scope, term: number, by: number): void => {
      let counts = terms.get(scope);
      if (counts === undefined) terms.set(scope, (counts = new Map()));
      counts.set(term, (counts.get(term) ?? 0) + by);
    };
    const replaced = found.filter((number) => number !== null);
    const sizes = new Map((await this.#manifest.documents(replaced)).map((one) => [one.number, one]));
    for (const group of packed(replaced, (number) => sizes.get(number)?.drawers ?? 0)) {
      const rows = await collections.query(`doc in [${group.join(", ")}]`, ["id", "scope", "bag"]);
      const expected = group.reduce((sum, number) => sum + (sizes.get(number)?.drawers ?? 0), 0);
      // Replaced by somebody else between the two looks, or lost by the server.
      if (rows.length !== expected) {
        const now = await this.#manifest.find(targets);
        if (now.some((number, i) => number !== found[i])) return null;
        throw new LociError(
          "INDEX_DAMAGED",
          `the server has ${rows.length} of ${expected} drawers of what is replaced`,
          { hint: step`run ${operation("data rebuild")}: the index is made again from the files` },
        );
      }
      for (const row of rows) {
        before.set(row["id"] as string, true);
        for (const term of bagTerms(row["bag"] as string)) count(row["scope"] as Scope, term, -1);
      }
    }
    const after = new Set<string>();
    for (const { write, prepared } of put)
      for (const drawer of prepared.drawers) {
        if (after.has(drawer.id)) throw twice(drawer.id);
        after.add(drawer.id);
        for (const term of drawer.terms.keys()) count(write.document.scope, term, 1);
      }
    const leftovers = (await this.#manifest.leftovers()).map(({ number }) => number);
    await requireNowhereElse(
      collections,
      [...after].filter((id) => !before.has(id)),
      [...numbers, ...replaced, ...leftovers],
    );
    const committed = await this.#manifest.commit({
      owner: this.#owner,
      ready: numbers,
      targets: targets.map((target, i) => ({ ...target, number: found[i] ?? null })),
      terms,
      dimension,
    });
    if (committed === null) return null;
    const kept = [...after].filter((id) => before.has(id)).length;
    return { added: after.size - kept, kept, removed: before.size - kept, sequence: committed.sequence };
  }
}

/** @throws LociError `STORAGE_FAILED` where a drawer stands in a document that the change doesn't replace */
async function requireNowhereElse(
  collections: Collections,
  ids: readonly string[],
  versions: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_A_QUERY) {
    const among = `id in ${idList(ids.slice(start, start + IDS_A_QUERY))}`;
    const elsewhere = await collections.query(`${among} and doc not in [${versions.join(", ")}]`, ["id"], 1);
    if (elsewhere[0] !== undefined) throw twice(elsewhere[0]["id"] as string);
  }
}

function twice(id: string): LociError {
  return new LociError("STORAGE_FAILED", `drawer ${id} stands in two places`, {
    hint: step`run ${operation("data rebuild")}`,
  });
}

/** Groups of documents whose drawers fit into one answer; one that alone is larger stands alone. */
function packed(numbers: readonly number[], size: (number: number) => number): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let left = 0;
  for (const number of numbers) {
    if (size(number) === 0) continue;
    if (size(number) > left) {
      groups.push([]);
      left = 10_000;
    }
    groups.at(-1)?.push(number);
    left -= size(number);
  }
  return groups;
}

function distinct(refs: readonly DocumentRef[]): readonly DocumentRef[] {
  return [...new Map(refs.map(({ source, path }) => [JSON.stringify([source, path]), { source, path }])).values()];
}

/** @throws LociError `STORAGE_FAILED` for vectors of two dimensions */
function dimensionOf(documents: readonly PreparedDocument[], state: ManifestState): number | null {
  let dimension = state.dimension;
  for (const { drawers } of documents)
    for (const { components } of drawers) {
      if (components === null) continue;
      dimension ??= components.length;
      if (components.length !== dimension)
        throw new LociError(
          "STORAGE_FAILED",
          `the index holds vectors of ${dimension} components, not of ${components.length}`,
          { hint: step`run ${operation("data rebuild")}` },
        );
    }
  return dimension;
}

/** Of this machine: whether the process is there; else whether it was silent for too long. */
function isAbandoned(owner: string, beat: number): boolean {
  const [host, pid] = owner.split(":");
  if (host === hostname() && Number(pid) !== process.pid) {
    try {
      process.kill(Number(pid), 0);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "ESRCH") return true;
    }
  }
  return Date.now() - beat > ABANDONED_MS;
}
