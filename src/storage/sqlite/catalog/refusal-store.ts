import type { RefusalStore } from "../../ports/catalog.ts";
import type { Connection } from "./connection.ts";

/** Refusals, one row each. */
export function sqliteRefusalStore(connection: Connection): RefusalStore {
  return {
    async of(source) {
      const rows = connection.read(
        "SELECT path, bytes, modified_at, content_hash, reason FROM refusal WHERE source = ? ORDER BY path",
        source,
      );
      return rows.map((row) => ({
        path: row["path"] as string,
        bytes: row["bytes"] as number,
        modifiedAt: row["modified_at"] as number,
        contentHash: row["content_hash"] as string | null,
        reason: row["reason"] as string,
      }));
    },
    async replace(source, refusals) {
      await connection.write(() => {
        connection.run("DELETE FROM refusal WHERE source = ?", source);
        for (const { path, bytes, modifiedAt, contentHash, reason } of refusals) {
          connection.run(
            "INSERT INTO refusal (source, path, bytes, modified_at, content_hash, reason) VALUES (?, ?, ?, ?, ?, ?)",
            source,
            path,
            bytes,
            modifiedAt,
            contentHash,
            reason,
          );
        }
      });
    },
  };
}
