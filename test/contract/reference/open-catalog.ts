import { LociError } from "../../../src/model/error.ts";
import {
  type Catalog,
  type AuditEntry,
  type AuditTrail,
  MAX_AUDIT_ENTRIES,
  type PalaceStore,
  type Cursor,
  type CursorStore,
  type JobStore,
  MAX_JOBS,
  type Lease,
  type LeaseStore,
  type Refusal,
  type RefusalStore,
  type SourceStore,
  type Spent,
  type SpendReservation,
  type SpendStore,
  type AccessLog,
  MAX_ACCESSES_KEPT,
  limitPassed,
  type SpendEntry,
} from "../../../src/storage/ports/catalog.ts";
import { NO_EDITS, type PalaceEdits } from "../../../src/model/drawer.ts";
import type { Source } from "../../../src/model/source.ts";
import type { Job } from "../../../src/operations/answers/run.ts";
import type { Access } from "../../../src/model/search.ts";

/**
 * The reference catalog: plain maps and lists, gone after `close`. The oracle of the conformance suite.
 *
 * @example const catalog = openMemoryCatalog();
 */
export function openMemoryCatalog(): Catalog {
  let closed = false;
  const open = (): void => {
    if (closed) throw new LociError("STORAGE_FAILED", "the catalog is closed", { hint: "open the project again" });
  };
  const sources = memorySourceStore(open);
  const palace = memoryPalaceStore(open);
  return {
    sources,
    jobs: memoryJobStore(open),
    leases: memoryLeaseStore(open),
    accesses: memoryAccessLog(open),
    cursors: memoryCursorStore(open),
    refusals: memoryRefusalStore(open),
    audit: memoryAuditTrail(open),
    spend: memorySpendStore(open),
    palace,
    async forSearch() {
      return { sources: await sources.list(), palace: await palace.read() };
    },
    async check() {
      open();
      return [];
    },
    async purge() {
      open();
    },
    async close() {
      closed = true;
    },
  };
}

/** Entries in one list. @param open throws when the catalog is closed */
function memoryAuditTrail(open: () => void): AuditTrail {
  let trail: readonly AuditEntry[] = [];
  return {
    async append(entries) {
      open();
      trail = [...trail, ...structuredClone(entries)].slice(-MAX_AUDIT_ENTRIES);
    },
    async list(limit) {
      open();
      return trail.toReversed().slice(0, limit);
    },
  };
}

/** Refusals in a map. @param open throws when the catalog is closed */
function memoryRefusalStore(open: () => void): RefusalStore {
  const sources = new Map<string, readonly Refusal[]>();
  return {
    async of(source) {
      open();
      return sources.get(source) ?? [];
    },
    async replace(source, refusals) {
      open();
      sources.set(
        source,
        refusals.map((one) => ({ ...one })).sort((a, b) => (a.path < b.path ? -1 : 1)),
      );
    },
  };
}

/** Cursors in nested maps. @param open throws when the catalog is closed */
function memoryCursorStore(open: () => void): CursorStore {
  const sources = new Map<string, Map<string, Cursor>>();
  const offsets = new Map<string, Map<string, number>>();
  return {
    async get(source, path) {
      open();
      return sources.get(source)?.get(path) ?? null;
    },
    async place(source, name) {
      open();
      return offsets.get(source)?.get(name) ?? null;
    },
    async put(cursor, places = new Map()) {
      open();
      offsets.set(cursor.source, new Map([...(offsets.get(cursor.source) ?? []), ...places]));
      const cursors = sources.get(cursor.source) ?? new Map<string, Cursor>();
      sources.set(cursor.source, cursors.set(cursor.path, { ...cursor }));
    },
    async forgetPlaces(source) {
      open();
      offsets.delete(source);
    },
    async removeSource(source) {
      open();
      sources.delete(source);
      offsets.delete(source);
    },
  };
}

/** Edits of the palace in one variable. @param open throws when the catalog is closed */
function memoryPalaceStore(open: () => void): PalaceStore {
  let version = 0;
  let edits: PalaceEdits = NO_EDITS;
  return {
    async read() {
      open();
      return { version, edits };
    },
    async change(work) {
      open();
      const next = work(edits);
      if (next === edits) return edits;
      edits = structuredClone(next);
      version++;
      return edits;
    },
  };
}

/** Sources in a map. @param open throws when the catalog is closed */
function memorySourceStore(open: () => void): SourceStore {
  const sources = new Map<string, Source>();
  return {
    async list() {
      open();
      return [...sources.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async get(key) {
      open();
      return sources.get(key) ?? null;
    },
    async put(source) {
      open();
      sources.set(source.key, structuredClone(source));
    },
    async remove(key) {
      open();
      return sources.delete(key);
    },
  };
}

/** Jobs in a map, which remembers the order of their first put. @param open throws when the catalog is closed */
function memoryJobStore(open: () => void): JobStore {
  const jobs = new Map<string, Job>();
  return {
    async put(job) {
      open();
      jobs.set(job.id, structuredClone(job));
      for (const id of jobs.keys()) {
        if (jobs.size <= MAX_JOBS) break;
        jobs.delete(id);
      }
    },
    async get(id) {
      open();
      return jobs.get(id) ?? null;
    },
    async list(limit) {
      open();
      return [...jobs.values()].reverse().slice(0, limit);
    },
    async unfinished() {
      open();
      return [...jobs.values()].filter(({ status }) => status === "queued" || status === "running");
    },
  };
}

/** Leases in a map. @param open throws when the catalog is closed */
function memoryLeaseStore(open: () => void): LeaseStore {
  const leases = new Map<string, Lease>();
  return {
    async take(name, owner, now, replacing) {
      open();
      const holder = leases.get(name);
      if (
        holder !== undefined &&
        !(holder.owner.token === replacing?.owner.token && holder.beatAt === replacing.beatAt)
      ) {
        return { held: false, holder };
      }
      leases.set(name, { name, owner: { ...owner }, takenAt: now, beatAt: now });
      return { held: true };
    },
    async beat(name, token, now) {
      open();
      const lease = leases.get(name);
      if (lease?.owner.token !== token) return false;
      leases.set(name, { ...lease, beatAt: now });
      return true;
    },
    async release(name, token) {
      open();
      if (leases.get(name)?.owner.token === token) leases.delete(name);
    },
    async list() {
      open();
      return [...leases.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** The account in memory. @param guard throws where the catalog is closed */
export function memorySpendStore(guard: () => void): SpendStore {
  const calls = new Map<string, SpendReservation>();
  const sum = (which: (call: SpendReservation) => boolean): Spent => {
    const of = [...calls.values()].filter(which);
    return {
      calls: of.reduce((all, { calls = 1 }) => all + calls, 0),
      tokens: of.reduce((all, { tokens }) => all + tokens, 0),
      micros: of.reduce((all, { micros }) => all + micros, 0),
    };
  };
  return {
    async reserve(call, limits) {
      guard();
      const day = [...calls.values()].filter((one) => one.day === call.day).map((one) => ({ calls: 1, ...one }));
      const refused = limitPassed(call, limits, day);
      if (refused !== null) return refused;
      calls.set(call.id, { ...call });
      return { granted: true };
    },
    async settle(id, { tokens, micros }) {
      guard();
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, tokens, micros });
    },
    async of(day) {
      guard();
      return sum((one) => one.day === day);
    },
    async since(day) {
      guard();
      const entries = new Map<string, SpendEntry>();
      for (const { day: of, caller, job } of calls.values())
        if (of >= day)
          entries.set(JSON.stringify([of, caller, job]), {
            day: of,
            caller,
            job,
            ...sum((one) => one.day === of && one.caller === caller && one.job === job),
          });
      return [...entries.values()].sort(latestFirst);
    },
  };
}

function latestFirst(a: SpendEntry, b: SpendEntry): number {
  if (a.day !== b.day) return a.day < b.day ? 1 : -1;
  return a.caller === b.caller ? (a.job < b.job ? -1 : 1) : a.caller < b.caller ? -1 : 1;
}

/** Newest first, as given: where there are too many, those that merely listed go first. */
function lastKept(newestFirst: readonly Access[]): readonly Access[] {
  const listed = newestFirst.filter(({ kind }) => kind === "shown");
  const used = newestFirst.filter(({ kind }) => kind !== "shown").slice(0, MAX_ACCESSES_KEPT);
  const kept = new Set([...used, ...listed.slice(0, MAX_ACCESSES_KEPT - used.length)]);
  return newestFirst.filter((access) => kept.has(access));
}

/** Accesses in one list, in the order of recording. @param open throws when the catalog is closed */
export function memoryAccessLog(open: () => void): AccessLog {
  let log: readonly Access[] = [];
  return {
    async record(accesses) {
      open();
      const latestFirst = [...log, ...accesses.map((access) => ({ ...access }))].reverse();
      const all = Map.groupBy(latestFirst, ({ drawer, caller }) => `${drawer} ${caller}`);
      const kept = new Set([...all.values()].flatMap(lastKept));
      log = latestFirst.filter((access) => kept.has(access)).reverse();
    },
    async last(drawers, callers) {
      open();
      const found = new Map<string, readonly Access[]>();
      for (const drawer of drawers) {
        const own = log.filter(
          (access) => access.drawer === drawer && (callers === "all" || callers.includes(access.caller)),
        );
        if (own.length > 0) found.set(drawer, lastKept(own.reverse()));
      }
      return found;
    },
    async forget(drawers) {
      open();
      log = log.filter(({ drawer }) => !drawers.includes(drawer));
    },
  };
}
