import type { Source } from "../../../model/source.ts";
import type { SourceStore } from "../../ports/source-store.ts";
import type { Connection } from "./connection.ts";
import { readSources } from "./read-sources.ts";

/** Sources, each one JSON body under its key. @param onWrite called after each write */
export function sqliteSourceStore(connection: Connection, onWrite: () => void): SourceStore {
  return {
    async list() {
      return readSources(connection);
    },
    async get(key) {
      const row = connection.read("SELECT body FROM source WHERE key = ?", key)[0];
      return row === undefined ? null : (JSON.parse(row["body"] as string) as Source);
    },
    async put(source) {
      const body = JSON.stringify(source);
      await connection.write(() => connection.run("INSERT INTO source (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body", source.key, body));
      onWrite();
    },
    async remove(key) {
      const removed = await connection.write(() => connection.run("DELETE FROM source WHERE key = ?", key));
      onWrite();
      return removed > 0;
    },
  };
}
