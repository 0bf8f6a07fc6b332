import type { Access } from "../../../model/access.ts";
import { type AccessLog, MAX_ACCESSES_KEPT } from "../../ports/catalog.ts";

/** Accesses in one list, in the order of recording. @param open throws when the catalog is closed */
export function memoryAccessLog(open: () => void): AccessLog {
  let log: readonly Access[] = [];
  return {
    async record(accesses) {
      open();
      const latestFirst = [...log, ...accesses.map((access) => ({ ...access }))].reverse();
      const kept = new Map<string, number>();
      log = latestFirst
        .filter(({ drawer, caller }) => {
          const key = `${drawer} ${caller}`;
          kept.set(key, (kept.get(key) ?? 0) + 1);
          return (kept.get(key) as number) <= MAX_ACCESSES_KEPT;
        })
        .reverse();
    },
    async last(drawers, callers) {
      open();
      const found = new Map<string, readonly Access[]>();
      for (const drawer of drawers) {
        const own = log.filter(
          (access) => access.drawer === drawer && (callers === "all" || callers.includes(access.caller)),
        );
        if (own.length > 0) found.set(drawer, own.reverse().slice(0, MAX_ACCESSES_KEPT));
      }
      return found;
    },
    async forget(drawers) {
      open();
      log = log.filter(({ drawer }) => !drawers.includes(drawer));
    },
  };
}
