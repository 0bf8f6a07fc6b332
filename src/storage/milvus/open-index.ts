import { operation, step } from "../../model/next-step.ts";
import { canSee, type VisibleScopes } from "../../model/caller.ts";
import type { Document } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import type { DrawerFilter } from "../../model/filter.ts";
import { indexTerms } from "../../text/terms.ts";
import type { CandidateQuery, CandidateSet } from "../ports/candidates.ts";
import type { Manifest, ManifestDocument, ManifestSnapshot, ManifestState } from "../ports/manifest.ts";
import { searchedFields } from "../ports/searched-fields.ts";
import type {
  Applied,
  DocumentRef,
  DocumentWrite,
  Facets,
  IndexCapabilities,
  IndexChange,
  IndexCounts,
  IndexFinding,
  IndexReader,
  PlaceCount,
  SearchIndex,
  StoredDrawer,
} from "../ports/search-index.ts";
import { type ScoredRow, Scorer } from "./candidates.ts";
import { MAX_ROWS, type MilvusRow } from "./client.ts";
import { type Collections, placesExpression } from "./collections.ts";
import { countFacets, countPlaces, type CountedDrawers } from "./counting.ts";
import { KnownDocuments } from "./documents.ts";
import { all, filterParts, idList, visibleExpression, wholeIds } from "./filter.ts";
import {
  bagTerms,
  dimensionOf,
  documentOf,
  isNewer,
  MAX_POSITIONS,
  placeOf,
  prepareDocument,
  readBody,
  textNumber,
  timeOf,
} from "./rows.ts";
import { Uploader } from "./upload.ts";

/** Times that a read starts over because a document went away between two requests. */
const MAX_ATTEMPTS = 8;
/** How many more than the pool the server is asked for: its weights know neither the mean length nor the neighbours. */
const SURPLUS = 3;
const LEAST_ASKED = 300;
/** Places that one query names. */
const PLACES_A_QUERY = 8_000;
/** Drawers of documents that one query reads whole. */
const DRAWERS_A_QUERY = 12_000;
const SCORED = ["place", "id", "head", "bag", "vector"] as const;
const STORED = ["place", "id", "body"] as const;

/** A document went away between two requests of one read. */
class Vanished extends Error {}

/** An index on a Milvus server; see docs/scale.md for how it answers as the one in a folder does. */
export class MilvusIndex implements SearchIndex {
  readonly capabilities: IndexCapabilities = { context: true, isolatedStatistics: true, keepsDrawers: false };
  readonly #manifest: Manifest;
  readonly #collectionsOf: (name: string) => Collections;
  readonly #name: () => string;
  readonly #documents: KnownDocuments;
  readonly #uploader: Uploader;
  /** Where drawers stand that were found lately, so that their texts are asked for by their key. */
  #places = new Map<string, number>();
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: {
    readonly manifest: Manifest;
    readonly collections: (name: string) => Collections;
    /** A name for an index that is made. */
    readonly name: () => string;
  }) {
    this.#manifest = parts.manifest;
    this.#collectionsOf = parts.collections;
    this.#name = parts.name;
    this.#documents = new KnownDocuments(parts.manifest);
    this.#uploader = new Uploader(parts.manifest);
  }

  async sequence(): Promise<number> {
    this.#checkOpen();
    return (await this.#manifest.state())?.sequence ?? 0;
  }

  async modelIdentity(): Promise<string | null> {
    this.#checkOpen();
    return (await this.#manifest.state())?.model ?? null;
  }

  async setModelIdentity(identity: string): Promise<void> {
    this.#checkOpen();
    const { model } = await this.#manifest.make(this.#name());
    if (model === identity) return;
    if (model !== null) {
      throw new LociError("MODEL_MISMATCH", `the index holds vectors of '${model}', not of '${identity}'`, {
        hint: step`set the embedding model back, or run ${operation("rebuild")}`,
        details: { stored: model, configured: identity },
      });
    }
    await this.#manifest.setModel(identity);
  }

  async apply({
    put,
    ...rest
  }: {
    readonly put: readonly DocumentWrite[];
    readonly remove: readonly DocumentRef[];
    readonly signal?: AbortSignal;
  }): Promise<Applied> {
    const change = this.begin();
    for (const write of put) {
      checkSignal(rest.signal);
      change.put(write);
    }
    return await change.apply(rest);
  }

  begin(): IndexChange {
    this.#checkOpen();
    const put = new Map<
      string,
      { readonly write: DocumentWrite; readonly prepared: ReturnType<typeof prepareDocument> }
    >();
    return {
      put: (write) =>
        void put.set(JSON.stringify([write.document.source, write.document.path]), {
          write,
          prepared: prepareDocument(write),
        }),
      apply: ({ remove, signal }) => {
        this.#checkOpen();
        checkSignal(signal);
        const mine = this.#turn.then(async () => {
          this.#checkOpen();
          const state = await this.#manifest.make(this.#name());
          return await this.#uploader.apply(this.#collections(state), state, [...put.values()], remove, signal);
        });
        this.#turn = mine.catch(() => undefined);
        return mine;
      },
    };
  }

  async settle(): Promise<void> {
    this.#checkOpen();
    const state = await this.#manifest.state();
    if (state !== null) await this.#uploader.sweep(this.#collections(state), state);
  }

  /** Removed rows are deleted from the collections; when the server rewrites its own files is the server's to decide. */
  async purge(): Promise<void> {
    await this.settle();
  }

  reader(): IndexReader {
    return this;
  }

  async candidates(query: CandidateQuery): Promise<CandidateSet> {
    checkSignal(query.signal);
    const terms = query.terms.map(({ term }) => textNumber(term));
    return await this.#consistent(query.visible, terms, async (snapshot) => {
      const scorer = new Scorer(query, snapshot);
      const seen = visibleExpression(query.visible, snapshot.hidden);
      const collections = this.#collections(snapshot.state);
      if (snapshot.counts.drawers === 0) return scorer.set([], snapshot, emptied(query));
      const parts = [...filterParts(query.filter), ...(await this.#sequenceParts(collections, seen, query))];
      const expression = all([seen, ...parts.map((part) => part.expression)]);
      const [byWords, byMeaning, left] = await Promise.all([
        this.#searchWords(collections, query, scorer, expression),
        this.#searchMeaning(collections, query, snapshot.state, expression),
        Promise.all(
          parts.map((_, i) => collections.count(all([seen, ...parts.slice(0, i + 1).map((part) => part.expression)]))),
        ),
      ]);
      checkSignal(query.signal);
      const removed = parts.map(({ by }, i) => ({
        by,
        drawers: (left[i - 1] ?? snapshot.counts.drawers) - (left[i] as number),
      }));
      const narrowed = { eligible: left.at(-1) ?? snapshot.counts.drawers, removed };
      const found = new Set([...byWords, ...byMeaning]);
      const documents = await this.#documents.of([...found].map(documentOf));
      const { rows, eligible } = await this.#surroundings(
        collections,
        query,
        scorer,
        documents,
        found,
        parts.length > 0 ? expression : null,
      );
      const chosen = scorer.choose(rows, ({ place }) => eligible === null || eligible.has(place));
      const byDocument = Map.groupBy([...rows.values()], ({ place }) => documentOf(place));
      const wholes = new Map(
        [...new Set(chosen.map(({ place }) => documentOf(place)))].map((number) => {
          const of = documents.get(number) as ManifestDocument;
          const own = (byDocument.get(number) ?? []).toSorted((a, b) => a.place - b.place);
          return [number, query.context === "all" || of.messages ? scorer.whole(own) : null] as const;
        }),
      );
      this.#places = new Map(chosen.map(({ id, place }) => [id, place]));
      const candidates = chosen.map((row) => {
        const number = documentOf(row.place);
        return scorer.candidate(row, documents.get(number) as ManifestDocument, wholes.get(number) ?? null);
      });
      return scorer.set(candidates, snapshot, narrowed);
    });
  }

  async drawers(visible: VisibleScopes): Promise<number> {
    return (await this.counts(visible)).drawers;
  }

  async messageParts(visible: VisibleScopes): Promise<number> {
    this.#checkOpen();
    const snapshot = await this.#manifest.snapshot(visible, []);
    if (snapshot === null) return 1;
    const messages = snapshot.counts.drawers - snapshot.continued;
    return messages === 0 ? 1 : snapshot.counts.drawers / messages;
  }

  async holds(terms: readonly string[], visible: VisibleScopes): Promise<readonly boolean[]> {
    this.#checkOpen();
    const snapshot = await this.#manifest.snapshot(visible, terms.map(textNumber));
    return terms.map((_, i) => (snapshot?.held[i] ?? 0) > 0);
  }

  async get(ids: readonly string[], visible: VisibleScopes): Promise<readonly StoredDrawer[]> {
    const known = this.#places;
    return await this.#consistent(visible, [], async (snapshot) => {
      const collections = this.#collections(snapshot.state);
      const whole = wholeIds([...new Set(ids)]);
      if (whole.length === 0 || snapshot.counts.drawers === 0) return [];
      const seen = visibleExpression(visible, snapshot.hidden);
      const placed = whole.flatMap((id) => known.get(id) ?? []);
      const others = whole.filter((id) => !known.has(id));
      const [byPlace, byId] = await Promise.all([
        placed.length === 0
          ? []
          : this.#query(
              collections,
              seen,
              chunks(placed).map((some) => placesExpression(some, [])),
              STORED,
            ),
        others.length === 0
          ? []
          : this.#query(
              collections,
              seen,
              chunks(others).map((some) => `id in ${idList(some)}`),
              STORED,
            ),
      ]);
      // A document that was replaced since stands elsewhere by now.
      const there = new Set(byPlace.map((row) => row["id"]));
      const moved = whole.filter((id) => known.has(id) && !there.has(id));
      const again =
        moved.length === 0
          ? []
          : await this.#query(
              collections,
              seen,
              chunks(moved).map((some) => `id in ${idList(some)}`),
              STORED,
            );
      const stored = await this.#stored([...byPlace, ...byId, ...again], visible);
      const byName = new Map(stored.map((one) => [one.drawer.id, one]));
      return ids.flatMap((id) => byName.get(id) ?? []);
    });
  }

  async recent(
    visible: VisibleScopes,
    filter: DrawerFilter,
    limit: number,
    excluded: CandidateQuery["excluded"] = [],
  ): Promise<readonly string[]> {
    return await this.#consistent(visible, [], async (snapshot) => {
      if (snapshot.counts.drawers === 0 || limit <= 0) return [];
      const collections = this.#collections(snapshot.state);
      const seen = visibleExpression(visible, snapshot.hidden);
      const parts = [
        ...filterParts(filter),
        ...(await this.#sequenceParts(collections, seen, { excluded, phrases: [], visible })),
      ];
      const expression = all([seen, ...parts.map((part) => part.expression)]);
      const documents = (await this.#documents.all(visible, snapshot.state.sequence))
        .filter(({ drawers }) => drawers > 0)
        .map((one) => ({ number: one.number, drawers: one.drawers, time: newestOf(one) }))
        .sort((a, b) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || a.number - b.number);
      let best: { readonly id: string; readonly time: number | null }[] = [];
      for (let start = 0; start < documents.length;) {
        let end = start;
        for (
          let size = 0;
          end < documents.length && (end === start || size + (documents[end]?.drawers ?? 0) <= DRAWERS_A_QUERY / 4);
          end++
        )
          size += documents[end]?.drawers ?? 0;
        const some = documents.slice(start, end);
        const rows = await this.#query(
          collections,
          expression,
          [
            placesExpression(
              [],
              some.map(({ number }) => number),
            ),
          ],
          ["id", "head"],
        );
        best = [
          ...best,
          ...rows.map((row) => ({
            id: row["id"] as string,
            time: (JSON.parse(row["head"] as string) as readonly unknown[])[4] as number | null,
          })),
        ]
          .sort((a, b) => (isNewer(a, b) ? -1 : 1))
          .slice(0, limit);
        start = end;
        // What follows is older than the last that is shown.
        const last = best[limit - 1]?.time ?? null;
        const next = documents[start]?.time ?? null;
        if (best.length === limit && last !== null && (next === null || next < last)) break;
      }
      return best.map(({ id }) => id);
    });
  }

  async documents(source?: string): Promise<readonly Document[]> {
    this.#checkOpen();
    const state = await this.#manifest.state();
    if (state === null) return [];
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    return (await this.#documents.all("all", state.sequence))
      .map(({ document }) => document)
      .filter((document) => source === undefined || document.source === source)
      .sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path));
  }

  async resolve(prefix: string, visible: VisibleScopes, limit: number): Promise<readonly string[]> {
    if (!/^[0-9a-f]{0,32}$/.test(prefix)) return [];
    return await this.#consistent(visible, [], async (snapshot) => {
      if (snapshot.counts.drawers === 0) return [];
      const collections = this.#collections(snapshot.state);
      const seen = visibleExpression(visible, snapshot.hidden);
      const found = async (start: string): Promise<readonly string[]> => {
        const rows = await collections.query(all([seen, ...(start === "" ? [] : [`id like "${start}%"`])]), ["id"]);
        if (rows.length < MAX_ROWS || start.length === 32) return rows.map((row) => row["id"] as string).sort();
        const ids: string[] = [];
        for (const digit of "0123456789abcdef") {
          if (ids.length >= limit) break;
          ids.push(...(await found(start + digit)));
        }
        return ids;
      };
      return (await found(prefix)).slice(0, limit);
    });
  }

  async documentDrawers(
    ref: DocumentRef,
    visible: VisibleScopes,
    from = 0,
    to = Number.POSITIVE_INFINITY,
  ): Promise<readonly StoredDrawer[]> {
    return await this.#consistent(visible, [], async (snapshot) => {
      const [number = null] = await this.#manifest.find([ref]);
      const document = number === null ? undefined : (await this.#documents.of([number])).get(number);
      if (number === null || document === undefined || !canSee(visible, document.document.scope)) return [];
      const [first, last] = [Math.max(0, from), Math.min(document.drawers - 1, to)];
      const expressions: string[] = [];
      for (let start = first; start <= last; start += DRAWERS_A_QUERY)
        expressions.push(
          `place >= ${placeOf(number, start)} and place <= ${placeOf(number, Math.min(last, start + DRAWERS_A_QUERY - 1))}`,
        );
      const rows = await this.#query(this.#collections(snapshot.state), "", expressions, STORED);
      if (rows.length < last - first + 1) throw new Vanished();
      return (await this.#stored(rows, visible)).toSorted((a, b) => a.position - b.position);
    });
  }

  async counts(visible: VisibleScopes): Promise<IndexCounts> {
    this.#checkOpen();
    const snapshot = await this.#manifest.snapshot(visible, []);
    return snapshot?.counts ?? { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };
  }

  async facets(visible: VisibleScopes, filter: DrawerFilter): Promise<Facets> {
    return countFacets(await this.#counted(visible, filter));
  }

  async places(visible: VisibleScopes, filter: DrawerFilter): Promise<readonly PlaceCount[]> {
    return countPlaces(await this.#counted(visible, filter));
  }

  async check(deep: boolean): Promise<readonly IndexFinding[]> {
    this.#checkOpen();
    const state = await this.#manifest.state();
    if (state === null) return [];
    const findings: IndexFinding[] = [];
    const collections = this.#collections(state);
    const documents = await this.#documents.all("all", state.sequence);
    const existing = await collections.existing();
    const withDrawers = documents.filter(({ drawers }) => drawers > 0);
    if (withDrawers.length > 0 && !existing.includes(collections.words))
      return [{ severity: "error", what: `the server has no collection '${collections.words}'`, next: "loci rebuild" }];
    for (const group of grouped(withDrawers)) {
      const rows = await collections.query(
        placesExpression(
          [],
          group.map(({ number }) => number),
        ),
        deep ? ["doc", "place", "bag", "body"] : ["doc"],
      );
      const counts = new Map<number, number>();
      for (const row of rows) counts.set(Number(row["doc"]), (counts.get(Number(row["doc"])) ?? 0) + 1);
      for (const { number, drawers, document } of group)
        if ((counts.get(number) ?? 0) !== drawers)
          findings.push({
            severity: "error",
            what: `the server has ${counts.get(number) ?? 0} of ${drawers} drawers of '${document.path}'`,
            next: "loci rebuild",
          });
      if (deep) findings.push(...rows.slice(0, 200).flatMap(recomputed));
    }
    const left = await this.#manifest.leftovers();
    const known = [...documents.map(({ drawers }) => drawers), 0].reduce((sum, n) => sum + n, 0);
    const hidden = left.map(({ number }) => number);
    const total = existing.includes(collections.words)
      ? await collections.count(hidden.length === 0 ? "place >= 0" : `doc not in [${hidden.join(", ")}]`)
      : 0;
    if (total > known)
      findings.push({
        severity: "warning",
        what: `the server has ${total - known} drawers that no document has`,
        next: "loci rebuild",
      });
    return findings;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn;
  }

  #collections({ name }: ManifestState): Collections {
    return this.#collectionsOf(name);
  }

  #checkOpen(): void {
    if (this.#closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
  }

  /** Works on one committed state; begins again where a document of it went away meanwhile. An index that isn't there is an empty one. */
  async #consistent<T>(
    visible: VisibleScopes,
    terms: readonly number[],
    work: (snapshot: ManifestSnapshot) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      this.#checkOpen();
      const snapshot = (await this.#manifest.snapshot(visible, terms)) ?? NO_SNAPSHOT(terms);
      try {
        return await work(snapshot);
      } catch (thrown) {
        if (!(thrown instanceof Vanished)) throw thrown;
        this.#places.clear();
        if (attempt === MAX_ATTEMPTS)
          throw new LociError("INDEX_DAMAGED", "the server lacks drawers that are ready", {
            hint: step`run ${operation("rebuild")}`,
          });
      }
    }
  }

  async #searchWords(
    collections: Collections,
    query: CandidateQuery,
    scorer: Scorer,
    expression: string,
  ): Promise<readonly number[]> {
    if (query.terms.length === 0 || query.pool.lexical <= 0) return [];
    const weights: Record<number, number> = {};
    query.terms.forEach(({ term, weight }, i) => {
      const dimension = dimensionOf(textNumber(term));
      weights[dimension] = (weights[dimension] ?? 0) + weight * (scorer.idfs[i] as number);
    });
    // A neighbour's words count for a drawer, so what a filter leaves out is still looked at from beside.
    return await collections.search(
      collections.words,
      "words",
      weights,
      expression,
      Math.max(LEAST_ASKED, SURPLUS * query.pool.lexical),
    );
  }

  async #searchMeaning(
    collections: Collections,
    query: CandidateQuery,
    state: ManifestState,
    expression: string,
  ): Promise<readonly number[]> {
    const { vector, pool } = query;
    if (vector === null || vector.inverseNorm === 0 || pool.dense <= 0 || vector.components.length !== state.dimension)
      return [];
    return await collections.search(
      collections.vectors(state.dimension),
      "embedding",
      Array.from(vector.components),
      expression,
      Math.max(LEAST_ASKED / 2, 2 * pool.dense),
    );
  }

  /** The drawers found, with those beside them, and of chats the whole document; and which of them pass the filter. */
  async #surroundings(
    collections: Collections,
    query: CandidateQuery,
    scorer: Scorer,
    documents: ReadonlyMap<number, ManifestDocument>,
    found: ReadonlySet<number>,
    expression: string | null,
  ): Promise<{ readonly rows: ReadonlyMap<number, ScoredRow>; readonly eligible: ReadonlySet<number> | null }> {
    const whole: ManifestDocument[] = [];
    for (const one of documents.values()) if (query.context === "all" || one.messages) whole.push(one);
    const wholeNumbers = new Set(whole.map(({ number }) => number));
    const reach = query.spread.length;
    const places = new Set<number>();
    for (const place of found) {
      const of = documents.get(documentOf(place));
      // Made ready after this state, or replaced since: begins with the next one.
      if (of === undefined || wholeNumbers.has(of.number)) continue;
      const position = place % MAX_POSITIONS;
      for (let at = Math.max(0, position - reach); at <= Math.min(of.drawers - 1, position + reach); at++)
        places.add(placeOf(of.number, at));
    }
    const expressions = [
      ...chunks([...places]).map((some) => placesExpression(some, [])),
      ...grouped(whole).map((some) =>
        placesExpression(
          [],
          some.map(({ number }) => number),
        ),
      ),
    ];
    const [rows, passing] = await Promise.all([
      this.#query(collections, "", expressions, SCORED),
      expression === null ? null : this.#query(collections, expression, expressions, ["place"]),
    ]);
    if (rows.length < places.size + whole.reduce((sum, { drawers }) => sum + drawers, 0)) throw new Vanished();
    return {
      rows: new Map(rows.map((row) => [Number(row["place"]), scorer.row(row)])),
      eligible: passing === null ? null : new Set(passing.map((row) => Number(row["place"]))),
    };
  }

  /** Phrases and exclusions as parts of the filter. One of several words is verified in the texts of the drawers that hold all of them. */
  async #sequenceParts(
    collections: Collections,
    seen: string,
    { phrases, excluded }: Pick<CandidateQuery, "phrases" | "excluded" | "visible">,
  ): Promise<readonly { readonly by: string; readonly expression: string }[]> {
    const holding = async (sequence: readonly string[]): Promise<string> => {
      const numbers = [...new Set(sequence.map(textNumber))];
      if (sequence.length === 0) return "place >= 0";
      if (sequence.length === 1) return `array_contains(terms, ${numbers[0]})`;
      const rows = await collections.query(all([seen, `array_contains_all(terms, [${numbers.join(", ")}])`]), [
        "place",
        "body",
      ]);
      if (rows.length >= MAX_ROWS)
        throw new LociError("TOO_LARGE", "too many drawers hold the words of a phrase", {
          hint: "add a word to the phrase",
        });
      const places = rows.filter((row) => holds(row, sequence)).map((row) => Number(row["place"]));
      return placesExpression(places, []);
    };
    const parts: { readonly by: string; readonly expression: string }[] = [];
    if (phrases.length > 0)
      parts.push({ by: "phrases", expression: (await Promise.all(phrases.map(holding))).join(" and ") });
    if (excluded.length > 0)
      parts.push({
        by: "excluded",
        expression: (await Promise.all(excluded.map(holding))).map((one) => `not (${one})`).join(" and "),
      });
    return parts;
  }

  /** Rows under an expression, of several at once. */
  async #query(
    collections: Collections,
    seen: string,
    expressions: readonly string[],
    fields: readonly string[],
  ): Promise<readonly MilvusRow[]> {
    const answers = await Promise.all(expressions.map((one) => collections.query(all([seen, one]), fields)));
    return answers.flat();
  }

  async #stored(rows: readonly MilvusRow[], visible: VisibleScopes): Promise<readonly StoredDrawer[]> {
    const documents = await this.#documents.of(rows.map((row) => documentOf(Number(row["place"]))));
    return rows.flatMap((row): readonly StoredDrawer[] => {
      const place = Number(row["place"]);
      const of = documents.get(documentOf(place));
      if (of === undefined || !canSee(visible, of.document.scope)) return [];
      const { drawer, before, after } = readBody(row["body"] as string);
      return [
        {
          drawer,
          document: of.document,
          position: place % MAX_POSITIONS,
          documentSize: of.drawers,
          before: before === "" ? null : before,
          after: after === "" ? null : after,
        },
      ];
    });
  }

  /** What facets and places are counted from: the manifest where the filter is of what it knows, else the drawers themselves. */
  async #counted(visible: VisibleScopes, filter: DrawerFilter): Promise<readonly CountedDrawers[]> {
    return await this.#consistent(visible, [], async (snapshot) => {
      if (snapshot.counts.drawers === 0) return [];
      const documents = await this.#documents.all(visible, snapshot.state.sequence);
      if (filter.since === undefined && filter.before === undefined && filter.excludeIds === undefined)
        return documents.flatMap(({ document, groups }) =>
          groups.filter((group) => passes(document, group, filter)).map((group) => ({ document, ...group })),
        );
      const expression = all([
        visibleExpression(visible, snapshot.hidden),
        ...filterParts(filter).map((part) => part.expression),
      ]);
      const counted: CountedDrawers[] = [];
      for (const group of grouped(documents.filter(({ drawers }) => drawers > 0))) {
        const rows = await this.#query(
          this.#collections(snapshot.state),
          expression,
          [
            placesExpression(
              [],
              group.map(({ number }) => number),
            ),
          ],
          STORED,
        );
        for (const { drawer, document } of await this.#stored(rows, visible)) {
          const time = timeOf(drawer);
          const day = time === null ? null : new Date(time).toISOString().slice(0, 10);
          counted.push({
            document,
            wing: drawer.placement.wing.value,
            room: drawer.placement.room.value,
            hall: drawer.placement.hall.value ?? "",
            topicalHalls: drawer.placement.topicalHalls,
            count: 1,
            first: day,
            last: day,
            newest: { id: drawer.id, time },
          });
        }
      }
      return counted;
    });
  }
}

const NO_SNAPSHOT = (terms: readonly number[]): ManifestSnapshot => ({
  state: { name: "", sequence: 0, model: null, dimension: null },
  counts: { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 },
  held: terms.map(() => 0),
  continued: 0,
  hidden: [],
});

/** What a filter leaves of nothing. */
function emptied(query: CandidateQuery): Pick<CandidateSet, "eligible" | "removed"> {
  const names = [
    ...filterParts(query.filter).map(({ by }) => by),
    ...(query.phrases.length > 0 ? ["phrases"] : []),
    ...(query.excluded.length > 0 ? ["excluded"] : []),
  ];
  return { eligible: 0, removed: names.map((by) => ({ by, drawers: 0 })) };
}

function passes(document: Document, group: Omit<CountedDrawers, "document">, filter: DrawerFilter): boolean {
  const among = (values: readonly string[] | undefined, own: readonly string[]): boolean =>
    values === undefined || own.some((value) => values.includes(value));
  return (
    among(filter.wings, [group.wing]) &&
    among(filter.halls, group.hall === "" ? group.topicalHalls : [group.hall, ...group.topicalHalls]) &&
    among(filter.rooms, [group.room]) &&
    (filter.places === undefined ||
      filter.places.some(({ wing, room }) => wing === group.wing && room === group.room)) &&
    among(filter.sources, [document.source]) &&
    among(filter.documentTypes, [document.documentType]) &&
    among(filter.paths, [document.path])
  );
}

/** Whether a drawer holds a sequence of terms, contiguous within one of its texts. */
function holds(row: MilvusRow, sequence: readonly string[]): boolean {
  const { heading, content, breadcrumb } = searchedFields(readBody(row["body"] as string).drawer);
  return [heading, ...content, ...breadcrumb].some((text) => {
    const terms = indexTerms(text);
    for (let start = 0; start + sequence.length <= terms.length; start++)
      if (sequence.every((term, i) => terms[start + i] === term)) return true;
    return false;
  });
}

/** Whether what is stored of a drawer's words is what its text comes to. */
function recomputed(row: MilvusRow): readonly IndexFinding[] {
  const { drawer } = readBody(row["body"] as string);
  const { heading, content, breadcrumb } = searchedFields(drawer);
  const expected = new Set([heading, ...content, ...breadcrumb].flatMap((text) => indexTerms(text)).map(textNumber));
  const stored = bagTerms(row["bag"] as string);
  if (stored.length === expected.size && stored.every((term) => expected.has(term))) return [];
  return [
    { severity: "error", what: `the words of drawer ${drawer.id} are not those of its text`, next: "loci rebuild" },
  ];
}

function newestOf({ groups }: ManifestDocument): number | null {
  return groups.reduce<number | null>(
    (best, { newest: { time } }) => (time === null ? best : Math.max(best ?? -Infinity, time)),
    null,
  );
}

/** Documents whose drawers fit into one answer. */
function grouped(documents: readonly ManifestDocument[]): readonly (readonly ManifestDocument[])[] {
  const groups: ManifestDocument[][] = [];
  let room = 0;
  for (const one of documents) {
    if (one.drawers > room || (groups.at(-1)?.length ?? 0) >= PLACES_A_QUERY) {
      groups.push([]);
      room = DRAWERS_A_QUERY;
    }
    groups.at(-1)?.push(one);
    room -= one.drawers;
  }
  return groups;
}

function chunks<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / PLACES_A_QUERY) }, (_, i) =>
    values.slice(i * PLACES_A_QUERY, (i + 1) * PLACES_A_QUERY),
  );
}

function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new LociError("CANCELLED", "the call was cancelled; nothing was changed");
}
