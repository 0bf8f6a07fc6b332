import type { Source } from "../../../model/source.ts";
import type { SourceStore } from "../../ports/source-store.ts";
import type { Connection } from "./connection.ts";

/** Sources, each one JSON body under its key. Every search asks for all of them, so the list is kept until something changes. */
export function sqliteSourceStore(connection: Connection): SourceStore {
  let kept: { readonly version: number; readonly sources: readonly Source[] } | null = null;
  const write = async (work: () => number): Promise<number> => {
    try {
      return await connection.write(work);
    } finally {
      kept = null;
    }
  };
  return {
    async list() {
      const version = connection.otherWrites();
      if (kept?.version !== version) kept = { version, sources: connection.read("SELECT body FROM source ORDER BY key").map(({ body }) => JSON.parse(body as string) as Source) };
      return kept.sources;
    },
    async get(key) {
      const row = connection.read("SELECT body FROM source WHERE key = ?", key)[0];
      return row === undefined ? null : (JSON.parse(row["body"] as string) as Source);
    },
    async put(source) {
      const body = JSON.stringify(source);
      await write(() => connection.run("INSERT INTO source (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body", source.key, body));
    },
    async remove(key) {
      return (await write(() => connection.run("DELETE FROM source WHERE key = ?", key))) > 0;
    },
  };
}
