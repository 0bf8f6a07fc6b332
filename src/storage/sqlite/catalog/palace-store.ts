import type { PalaceStore } from "../../ports/palace-store.ts";
import type { Connection } from "./connection.ts";
import { readPalace } from "./read-palace.ts";

/** Edits of the palace, all of them as one JSON body: there are few, and they are read together. @param onWrite called after each write */
export function sqlitePalaceStore(connection: Connection, onWrite: () => void): PalaceStore {
  return {
    async read() {
      return readPalace((sql) => connection.read(sql));
    },
    async change(work) {
      const changed = await connection.write(() => {
        const { version, edits } = readPalace((sql) => connection.rows(sql));
        const next = work(edits);
        if (next === edits) return edits;
        connection.run("INSERT OR REPLACE INTO palace (id, version, body) VALUES (1, ?, ?)", version + 1, JSON.stringify(next));
        return next;
      });
      onWrite();
      return changed;
    },
  };
}
