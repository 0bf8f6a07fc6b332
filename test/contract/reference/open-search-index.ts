import {
  type CandidateQuery,
  canSee,
  type DocumentRef,
  type DocumentWrite,
  type DrawerFilter,
  type Facets,
  FacetTally,
  LociError,
  operation,
  type PlaceCount,
  type SearchIndex,
  Signal,
  step,
  type StoredDrawer,
  type VisibleScopes,
} from "../../../src/index.ts";
import { analyseDrawer, type AnalysedDrawer } from "./analysed-drawer.ts";
import { filterSteps } from "./filter-steps.ts";
import { scoreCandidates } from "./score-candidates.ts";

/**
 * The reference engine: plain maps, every definition of the contract written out. Obviously correct, and the oracle of
 * the other engines. Nothing is kept after `close`. Cost of a search: every drawer times every term.
 *
 * @example const index = openMemorySearchIndex();
 */
export function openMemorySearchIndex(): SearchIndex {
  const documents = new Map<string, readonly AnalysedDrawer[]>();
  let identity: string | null = null;
  let sequence = 0;
  let closed = false;

  const key = (ref: DocumentRef): string => `${ref.source.length}:${ref.source}${ref.path}`;
  const open = (): void => {
    if (closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
  };
  const seenBy = (visible: VisibleScopes): readonly (readonly AnalysedDrawer[])[] =>
    [...documents.values()].filter((drawers) => drawers[0] !== undefined && canSee(visible, drawers[0].document.scope));
  const narrowed = (
    visible: VisibleScopes,
    filter: DrawerFilter,
    excluded: CandidateQuery["excluded"] = [],
  ): readonly AnalysedDrawer[] => {
    const steps = filterSteps({ filter, phrases: [], excluded });
    return seenBy(visible)
      .flat()
      .filter((drawer) => steps.every(({ passes }) => passes(drawer)));
  };
  const stored = (drawers: readonly AnalysedDrawer[]): readonly StoredDrawer[] =>
    drawers.map(({ drawer, document, position }) => ({
      drawer,
      document,
      position,
      documentSize: drawers.length,
      before: drawers[position - 1]?.drawer.id ?? null,
      after: drawers[position + 1]?.drawer.id ?? null,
    }));
  // Documents without drawers are remembered too: ingest must know that it has seen an empty file.
  const empty = new Map<string, AnalysedDrawer["document"]>();

  const written = new Map<string, number>();

  const apply: SearchIndex["apply"] = async ({ put, remove, signal }) => {
    open();
    signal?.throwIfAborted();
    const targets = new Set([...remove, ...put.map(({ document }) => document)].map(key));
    const before = new Set(
      [...targets].flatMap((target) => (documents.get(target) ?? []).map(({ drawer }) => drawer.id)),
    );
    const elsewhere = new Set(
      [...documents].flatMap(([k, drawers]) => (targets.has(k) ? [] : drawers.map(({ drawer }) => drawer.id))),
    );
    const after = new Set<string>();
    for (const { drawers } of put) {
      for (const { drawer } of drawers) {
        if (after.has(drawer.id) || elsewhere.has(drawer.id)) {
          throw new LociError("STORAGE_FAILED", `drawer ${drawer.id} stands in two places`, {
            hint: step`run ${operation("data rebuild")}`,
          });
        }
        after.add(drawer.id);
      }
    }
    for (const target of targets) {
      documents.delete(target);
      empty.delete(target);
    }
    for (const { document, drawers } of put) {
      if (drawers.length === 0) empty.set(key(document), document);
      else
        documents.set(
          key(document),
          drawers.map((write, position) => analyseDrawer(document, write, position)),
        );
    }
    sequence++;
    for (const { document } of put) written.set(key(document), sequence);
    const kept = [...after].filter((id) => before.has(id)).length;
    return { added: after.size - kept, kept, removed: before.size - kept, sequence };
  };

  const index: SearchIndex = {
    capabilities: { keepsDrawers: true, writesFarAway: false },

    async modelIdentity() {
      open();
      return identity;
    },

    async setModelIdentity(next) {
      open();
      if (identity !== null && identity !== next) {
        throw new LociError("MODEL_MISMATCH", `the index holds vectors of '${identity}', not of '${next}'`, {
          hint: step`set the embedding model back, or run ${operation("data rebuild")}`,
          details: { stored: identity, configured: next },
        });
      }
      identity = next;
    },

    async sequence() {
      open();
      return sequence;
    },

    apply,

    reader: () => index,

    begin() {
      open();
      const put = new Map<string, DocumentWrite>();
      return {
        put: (write) => void put.set(key(write.document), write),
        apply: async (rest) => await apply({ put: [...put.values()], ...rest }),
      };
    },

    async documents(source) {
      open();
      const all = [
        ...[...documents.values()].map((drawers) => (drawers[0] as AnalysedDrawer).document),
        ...empty.values(),
      ];
      const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
      return all
        .filter((document) => source === undefined || document.source === source)
        .sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path));
    },

    async documentWrites() {
      open();
      const all = [
        ...[...documents.values()].map((drawers) => (drawers[0] as AnalysedDrawer).document),
        ...empty.values(),
      ];
      return new Map(all.map((one) => [`${one.source}\n${one.path}`, written.get(key(one)) as number]));
    },

    async candidates(query) {
      open();
      query.signal?.throwIfAborted();
      return scoreCandidates(seenBy(query.visible), query, sequence);
    },

    async drawers(visible) {
      open();
      return seenBy(visible).flat().length;
    },

    async messageParts(visible) {
      open();
      const all = seenBy(visible).flat();
      const messages = all.filter(({ signals }) => (signals & Signal.continues) === 0).length;
      return messages === 0 ? 1 : all.length / messages;
    },

    async contains(terms, visible) {
      open();
      const drawers = seenBy(visible).flat();
      return terms.map((term) => drawers.some(({ counts }) => counts.has(term)));
    },

    async get(ids, visible) {
      open();
      const byId = new Map<string, StoredDrawer>();
      for (const drawers of seenBy(visible)) for (const one of stored(drawers)) byId.set(one.drawer.id, one);
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async resolve(prefix, visible, limit) {
      open();
      const ids = seenBy(visible).flatMap((drawers) => drawers.map(({ drawer }) => drawer.id));
      return ids
        .filter((id) => id.startsWith(prefix))
        .sort()
        .slice(0, limit);
    },

    async documentDrawers(ref, visible, { from = 0, to = Number.POSITIVE_INFINITY } = {}) {
      open();
      const drawers = documents.get(key(ref)) ?? [];
      if (drawers[0] === undefined || !canSee(visible, drawers[0].document.scope)) return [];
      return stored(drawers).filter(({ position }) => position >= from && position <= to);
    },

    async recent(visible, { excluded, from = 0, ...filter }, limit) {
      open();
      return narrowed(visible, filter, excluded)
        .toSorted((a, b) => newestFirst(a.time, b.time) || (a.drawer.id < b.drawer.id ? -1 : 1))
        .slice(from, limit)
        .map(({ drawer }) => drawer.id);
    },

    async linking(visible) {
      open();
      return seenBy(visible)
        .flat()
        .filter(({ signals }) => (signals & Signal.linking) !== 0)
        .map(({ drawer }) => drawer.id)
        .sort();
    },

    async counts(visible) {
      open();
      const drawers = seenBy(visible).flat();
      return {
        documents: seenBy(visible).length + [...empty.values()].filter(({ scope }) => canSee(visible, scope)).length,
        drawers: drawers.length,
        vectors: drawers.filter(({ vector }) => vector !== null).length,
        tokens: drawers.reduce((sum, { length }) => sum + length, 0),
        textBytes: drawers.reduce((sum, { drawer }) => sum + Buffer.byteLength(drawer.text), 0),
      };
    },

    async facets(visible, filter) {
      open();
      return countFacets(narrowed(visible, filter));
    },

    wings: async (visible) => (await index.facets(visible, {})).wings,

    async places(visible, filter) {
      open();
      return countPlaces(narrowed(visible, filter));
    },

    async check() {
      open();
      return [];
    },

    async purge() {
      // Nothing is kept of what was removed.
    },

    async settle() {
      open();
    },

    async close() {
      closed = true;
    },
  };
  return index;
}

function newestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return b - a;
}

/** Drawer counts by wing, hall and source. */
function countFacets(drawers: readonly AnalysedDrawer[]): Facets {
  const tally = new FacetTally();
  for (const { drawer, document } of drawers) {
    const { wing, hall, topicalHalls } = drawer.placement;
    const halls = hall.value === null ? topicalHalls : [hall.value, ...topicalHalls];
    tally.add({ wing: wing.value, halls, source: document.source }, 1);
  }
  return tally.facets();
}

/** Drawers by wing, room and hall, with their first and last date; counted anew each time. */
export function countPlaces(drawers: readonly AnalysedDrawer[]): readonly PlaceCount[] {
  const groups = Map.groupBy(drawers, ({ drawer: { placement } }) =>
    JSON.stringify([placement.wing.value, placement.room.value, placement.hall.value ?? ""]),
  );
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...groups]
    .map(([key, group]): PlaceCount => {
      const [wing, room, hall] = JSON.parse(key) as [string, string, string];
      const dated = group.flatMap(({ time }) => (time === null ? [] : [new Date(time).toISOString()])).sort();
      return {
        wing,
        room,
        hall,
        count: group.length,
        first: dated[0] ?? null,
        last: dated.at(-1) ?? null,
        newest: newestOf(group),
      };
    })
    .sort((a, b) => compare(a.wing, b.wing) || compare(a.room, b.room) || compare(a.hall, b.hall));
}

function newestOf(drawers: readonly AnalysedDrawer[]): PlaceCount["newest"] {
  const sorted = drawers.toSorted(
    (a, b) =>
      (a.time === b.time ? 0 : (b.time ?? -Infinity) - (a.time ?? -Infinity)) || (a.drawer.id < b.drawer.id ? -1 : 1),
  );
  const { drawer, time } = sorted[0] as AnalysedDrawer;
  return { id: drawer.id, time };
}
