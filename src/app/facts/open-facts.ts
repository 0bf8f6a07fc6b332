import type { System } from "../opened-project.ts";
import type { Facts } from "../../facts/api/facts.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { createFacts } from "../../facts/create-facts.ts";
import type { FindDocuments } from "../../facts/documents/documented.ts";
import { openMirrorFolder } from "../../facts/mirror/mirror-folder.ts";
import { takeBackLists } from "../../facts/mirror/take-back-lists.ts";
import type { FactStore, FactWriter } from "../../storage/ports/fact-store.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";

/**
 * Opens the facts of a project: their store in the catalog's file, their mirrors in `facts/`. Lists that the store has lost are taken back from their
 * mirrors. Cost: about 20 ms, most of it the grammar.
 */
export async function openFacts(parts: {
  /** Beside the catalog. */
  readonly openStore: () => Promise<FactStore>;
  /** What users may keep. */
  readonly limits: FactLimits;
  /** The folder of the mirrors. */
  readonly folder: string;
  readonly system: System;
  /** Passages of indexed documents: a second, cited source. */
  readonly documents: FindDocuments;
}): Promise<Facts> {
  const { openStore, folder, system, documents, limits } = parts;
  const store = await openStore();
  try {
    const kept = {
      store,
      mirrors: openMirrorFolder(folder),
      documents,
      clock: system.clock,
      newId: system.newId,
    };
    sweepTemporary(folder);
    await takeBackLists(kept);
    return createFacts({ ...kept, store: limitedFactStore(store, limits) });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/** What a user may keep. */
export interface FactLimits {
  /** Bytes of all that a scope may keep, facts among them. */
  readonly allowed: number;
  /** Bytes that a scope uses apart from its facts. */
  readonly otherBytes: (scope: Scope) => Promise<number>;
  /** The error of a user who would keep more. */
  readonly exceeded: (used: number) => LociError;
}

/**
 * A store in which the facts of a user count in what he may keep. What makes his lists smaller is always taken, so that he can make room.
 *
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
