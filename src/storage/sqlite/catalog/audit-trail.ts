import { type AuditEntry, type AuditTrail, MAX_AUDIT_ENTRIES } from "../../ports/catalog.ts";
import type { Connection } from "./connection.ts";

/** Audit entries, one row each, oldest dropped. */
export function sqliteAuditTrail(connection: Connection): AuditTrail {
  return {
    async append(entries) {
      if (entries.length === 0) return;
      await connection.write(() => {
        for (const { time, caller, action, object, details } of entries) {
          connection.run(
            "INSERT INTO audit (time, caller, action, object, details) VALUES (?, ?, ?, ?, ?)",
            time,
            caller,
            action,
            object,
            JSON.stringify(details),
          );
        }
        connection.run(
          "DELETE FROM audit WHERE ordinal <= (SELECT ordinal FROM audit ORDER BY ordinal DESC LIMIT 1 OFFSET ?)",
          MAX_AUDIT_ENTRIES,
        );
      });
    },
    async list(limit) {
      return connection
        .read("SELECT time, caller, action, object, details FROM audit ORDER BY ordinal DESC LIMIT ?", limit)
        .map((row) => ({
          time: row["time"] as string,
          caller: row["caller"] as string,
          action: row["action"] as string,
          object: row["object"] as string,
          details: JSON.parse(row["details"] as string) as AuditEntry["details"],
        }));
    },
  };
}
