import type { Refusal, RefusalStore } from "../../ports/refusal-store.ts";

/** Refusals in a map. @param open throws when the catalog is closed */
export function memoryRefusalStore(open: () => void): RefusalStore {
  const sources = new Map<string, readonly Refusal[]>();
  return {
    async of(source) {
      open();
      return sources.get(source) ?? [];
    },
    async replace(source, refusals) {
      open();
      sources.set(source, refusals.map((one) => ({ ...one })).sort((a, b) => (a.path < b.path ? -1 : 1)));
    },
  };
}
