import { operation, step } from "../../src/model/next-step.ts";
import { hostname } from "node:os";
import { randomBytes } from "node:crypto";
import { LociError } from "../../src/model/error.ts";
import type { Scope } from "../../src/model/caller.ts";
import type { Manifest, ManifestState } from "../../src/storage/ports/manifest.ts";
import type { Applied, DocumentRef } from "../../src/storage/ports/search-index.ts";
import { type Collections, versionsExpression } from "./collections.ts";
import { checkSignal, grouped } from "./consistent-reads.ts";
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

/** A change that is made ready. */
interface ReadyChange {
  readonly put: readonly PreparedDocument[];
  readonly remove: readonly DocumentRef[];
  readonly signal: AbortSignal | undefined;
}

/** The same under way: the versions of what is put, in its order, and the length of the index's vectors. */
interface Upload extends ReadyChange {
  readonly numbers: readonly number[];
  readonly dimension: number | null;
}

/** Uploads changes: pending, on the server, ready. One owner a process. */
export class Uploader {
  readonly #manifest: Manifest;
  readonly #owner = `${hostname()}:${process.pid}:${randomBytes(6).toString("hex")}`;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Makes a change. What fails is undone, by this call or by the next one. */
  async apply(collections: Collections, state: ManifestState, change: ReadyChange): Promise<Applied> {
    const { put, signal } = change;
    await this.sweep(collections);
    const dimension = dimensionOf(put, state);
    await collections.ensure(collections.words, null);
    if (dimension !== null) await collections.ensure(collections.vectors(dimension), dimension);
    const entries = put.map(({ entry }) => entry);
    const numbers = await this.#manifest.prepare(entries, this.#owner, Date.now());
    const beat = setInterval(() => void this.#manifest.beat(this.#owner, Date.now()).catch(() => undefined), BEAT_MS);
    try {
      const upload = { ...change, numbers, dimension };
      await this.#upload(collections, upload);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        checkSignal(signal);
        const applied = await this.#commit(collections, upload);
        if (applied !== null) return applied;
      }
      throw new LociError("STORAGE_BUSY", "others kept replacing the same documents", { hint: "try again" });
    } catch (thrown) {
      await this.#undo(collections, numbers).catch(() => undefined);
      throw thrown;
    } finally {
      clearInterval(beat);
      // What was replaced is hidden already; that it is still there costs room only.
      await this.sweep(collections).catch(() => undefined);
    }
  }

  /** Takes off the server what is not true any more, and what whoever was killed left there. */
  async sweep(collections: Collections): Promise<void> {
    const left = (await this.#manifest.leftovers()).filter(
      ({ status, owner, beat }) => status === "dead" || (owner !== this.#owner && isAbandoned(owner, beat)),
    );
    const numbers = left.map(({ number }) => number);
    await this.#undo(collections, numbers);
  }

  async #undo(collections: Collections, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const existing = await collections.existing();
    if (existing.length > 0) await collections.remove(existing, numbers);
    await this.#manifest.forget(numbers);
  }

  async #upload(collections: Collections, { put, numbers, dimension, signal }: Upload): Promise<void> {
    const words: Record<string, unknown>[] = [];
    const vectors: Record<string, unknown>[] = [];
    put.forEach(({ drawers }, d) => {
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
  async #commit(collections: Collections, upload: Upload): Promise<Applied | null> {
    const { put, numbers, remove, dimension } = upload;
    const targets = distinct([...remove, ...put.map(({ entry }) => entry.document)]);
    const found = await this.#manifest.find(targets);
    const before = new Set<string>();
    const terms = new Map<Scope, Map<number, number>>();
    const count = (scope: Scope, term: number, by: number): void => {
      let counts = terms.get(scope);
      if (counts === undefined) terms.set(scope, (counts = new Map()));
      counts.set(term, (counts.get(term) ?? 0) + by);
    };
    const replaced = found.filter((number) => number !== null);
    const versions = await this.#manifest.documents(replaced);
    for (const group of grouped(versions.filter(({ drawers }) => drawers > 0))) {
      const rows = await collections.query(versionsExpression(group), ["id", "scope", "bag"]);
      const expected = group.reduce((sum, { drawers }) => sum + drawers, 0);
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
        before.add(row["id"] as string);
        for (const term of bagTerms(row["bag"] as string)) count(row["scope"] as Scope, term, -1);
      }
    }
    const after = new Set<string>();
    for (const { entry, drawers } of put)
      for (const { id, terms: own } of drawers) {
        if (after.has(id)) throw twice(id);
        after.add(id);
        for (const term of own.keys()) count(entry.document.scope, term, 1);
      }
    const leftovers = (await this.#manifest.leftovers()).map(({ number }) => number);
    const added = [...after].filter((id) => !before.has(id));
    await requireNowhereElse(collections, added, [...numbers, ...replaced, ...leftovers]);
    const committed = await this.#manifest.commit({
      owner: this.#owner,
      ready: numbers,
      targets: targets.map((target, i) => ({ ...target, number: found[i] ?? null })),
      terms,
      dimension,
    });
    if (committed === null) return null;
    const kept = after.size - added.length;
    return { added: added.length, kept, removed: before.size - kept, sequence: committed.sequence };
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
