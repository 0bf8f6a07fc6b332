import type { Source } from "../../../model/source.ts";
import type { SourceStore } from "../../ports/source-store.ts";

/** Sources in a map. @param open throws when the catalog is closed */
export function memorySourceStore(open: () => void): SourceStore {
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
