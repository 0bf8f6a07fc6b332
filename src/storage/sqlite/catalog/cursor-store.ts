import type { CursorStore } from "../../ports/cursor-store.ts";
import type { Connection } from "./connection.ts";

/** Cursors, one row each. */
export function sqliteCursorStore(connection: Connection): CursorStore {
  return {
    async get(source, path) {
      const row = connection.read("SELECT * FROM chat_cursor WHERE source = ? AND path = ?", source, path)[0];
      if (row === undefined) return null;
      return { source, path, offset: row["offset"] as number, lastId: row["last_id"] as string | null, hash: row["hash"] as string };
    },
    async put({ source, path, offset, lastId, hash }) {
      await connection.write(() => connection.run("INSERT OR REPLACE INTO chat_cursor (source, path, offset, last_id, hash) VALUES (?, ?, ?, ?, ?)", source, path, offset, lastId, hash));
    },
    async removeSource(source) {
      await connection.write(() => connection.run("DELETE FROM chat_cursor WHERE source = ?", source));
    },
  };
}
