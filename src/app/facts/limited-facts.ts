import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactStore, FactWriter } from "../../storage/ports/fact-store.ts";

/** What a user may keep. */
export interface FactLimits {
  /** Bytes of all that a scope may keep, facts among them. */
  readonly allowed: number;
  /** Bytes that a scope keeps beside its facts. */
  readonly beside: (scope: Scope) => Promise<number>;
  /** The error of a user who would keep more. */
  readonly exceeded: (used: number) => LociError;
}

/**
 * A store in which the facts of a user count in what he may keep. What makes his lists smaller is always taken, so that he can make room.
 *
 * Cost: two looks at the rows of a user's facts, and one transaction more, for each of his changes.
 */
export function limitedFactStore(store: FactStore, { allowed, beside, exceeded }: FactLimits): FactStore {
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
                // Ends the transaction; what it did is done again when that is known.
                throw exceeded(now.all);
              }
              if (rest + now.all > allowed) throw exceeded(rest + now.all);
            }
            return done;
          });
        } catch (thrown) {
          if (unmeasured === null) throw thrown;
          known.set(unmeasured, await beside(unmeasured));
        }
      }
    },
    purge: () => store.purge(),
    close: () => store.close(),
  };
}

/** A writer that tells whose facts are about to change, before each change. */
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
