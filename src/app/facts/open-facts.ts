import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { System } from "../opened-project.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { createFacts, type Facts } from "../../facts/create-facts.ts";
import { factRecord } from "../../facts/record/fact-record.ts";
import type { FactStore, FactWriter } from "../../storage/ports/fact-store.ts";
import { LociError } from "../../model/error.ts";
import type { Note } from "../../model/note.ts";
import type { Scope } from "../../model/caller.ts";

/**
 * Opens the facts of a project: their store in the catalog's file, files for people in `facts/`, and the record that gives
 * back what the store has lost. Cost: about 10 ms, most of it the grammar.
 */
export async function openFacts(
  parts: {
    /** Beside the catalog. */
    readonly openStore: () => Promise<FactStore>;
    readonly limits: FactLimits;
    /** The folder of the files of lists. */
    readonly folder: string;
    /** The record of all changes, beside the catalog's. */
    readonly record: string;
    readonly system: System;
    readonly note: (note: Note) => void;
  } & Required<Pick<FactsDependencies, "days" | "said" | "quoted" | "keepNote" | "holdsSecret" | "propose">>,
): Promise<Facts> {
  const { openStore, folder, system, limits, note, record: path, ...asked } = parts;
  const record = factRecord(path);
  const store = await openStore();
  try {
    const { clock, newId } = system;
    sweepTemporary(folder);
    const damaged = await record.restore(store);
    if (damaged.length > 0)
      note({
        code: "CATALOG_DAMAGED",
        message: `'${path}' is not as it was written in line ${damaged.join(", ")}; a fact is missing only where the catalog was lost, too`,
        hint: "where one is missing, tell it again or put a backup back; 'facts.jsonl.damaged' keeps the line once the file is written anew",
      });
    const limited = limitedFactStore(store, limits);
    return createFacts({ ...asked, files: folder, record, clock, newId, store: limited });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

export interface FactLimits {
  /** Bytes of all that a scope may keep, facts among them. */
  readonly allowed: number;
  /** Bytes that a scope uses apart from its facts. */
  readonly otherBytes: (scope: Scope) => Promise<number>;
  readonly exceeded: (used: number) => LociError;
}

/**
 * A store in which the facts of a user count in what he may keep. What makes his lists smaller is always taken, so that he can make room.
 * Cost: two looks at the rows of a user's facts, and one transaction more, for each of his changes.
 */
function limitedFactStore(store: FactStore, { allowed, otherBytes, exceeded }: FactLimits): FactStore {
  return {
    read: (work) => store.read(work),
    async write<T>(work: (writer: FactWriter) => T): Promise<T> {
      const known = new Map<Scope, number>();
      for (;;) {
        let unmeasured: Scope | null = null;
        try {
          return await store.write((writer) => {
            const before = new Map<Scope, ReturnType<FactWriter["bytes"]>>();
            const notice = (scope: Scope): void => {
              if (scope.startsWith("user:") && !before.has(scope)) before.set(scope, writer.bytes(scope));
            };
            const done = work(noticing(writer, notice));
            for (const [scope, was] of before) {
              const now = writer.bytes(scope);
              if (now.all <= was.all || now.current < was.current) continue;
              const rest = known.get(scope);
              if (rest === undefined) {
                unmeasured = scope;
                // Aborts the transaction; it is repeated once the scope's size is known.
                throw exceeded(now.all);
              }
              if (rest + now.all > allowed) throw exceeded(rest + now.all);
            }
            return done;
          });
        } catch (thrown) {
          if (unmeasured === null) throw thrown;
          known.set(unmeasured, await otherBytes(unmeasured));
        }
      }
    },
    purge: () => store.purge(),
    close: () => store.close(),
  };
}

/** A writer that reports the scope of each change before making it. */
function noticing(writer: FactWriter, notice: (scope: Scope) => void): FactWriter {
  return new Proxy(writer, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name === "putList" || name === "addChange")
        return (given: { readonly scope: Scope }): unknown => {
          notice(given.scope);
          return (method as (given: unknown) => unknown).call(target, given);
        };
      return (method as (...given: unknown[]) => unknown).bind(target);
    },
  });
}
