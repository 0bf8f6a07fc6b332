import type { Cursor, CursorStore } from "../../ports/cursor-store.ts";

/** Cursors in nested maps. @param open throws when the catalog is closed */
export function memoryCursorStore(open: () => void): CursorStore {
  const sources = new Map<string, Map<string, Cursor>>();
  return {
    async get(source, path) {
      open();
      return sources.get(source)?.get(path) ?? null;
    },
    async put(cursor) {
      open();
      const cursors = sources.get(cursor.source) ?? new Map<string, Cursor>();
      sources.set(cursor.source, cursors.set(cursor.path, { ...cursor }));
    },
    async removeSource(source) {
      open();
      sources.delete(source);
    },
  };
}
