import type { Access, AccessKind } from "../../../model/access.ts";
import type { Caller } from "../../../model/caller.ts";
import { type AccessLog, MAX_ACCESSES_KEPT } from "../../ports/catalog.ts";
import type { Connection } from "./connection.ts";

/** Accesses, one row each; the ordinal is the order of recording. What is too old goes when something newer comes. */
export function sqliteAccessLog(connection: Connection): AccessLog {
  return {
    async record(accesses) {
      if (accesses.length === 0) return;
      await connection.write(() => {
        for (const { drawer, caller, kind, queryHash, time } of accesses) {
          connection.run(
            "INSERT INTO access (drawer, caller, kind, query_hash, time) VALUES (?, ?, ?, ?, ?)",
            drawer,
            caller,
            kind,
            queryHash,
            time,
          );
        }
        const touched = new Map(accesses.map(({ drawer, caller }) => [`${drawer} ${caller}`, { drawer, caller }]));
        for (const { drawer, caller } of touched.values()) {
          connection.run(
            `DELETE FROM access WHERE drawer = ?1 AND caller = ?2 AND ordinal <=
               (SELECT ordinal FROM access WHERE drawer = ?1 AND caller = ?2 ORDER BY ordinal DESC LIMIT 1 OFFSET ?3)`,
            drawer,
            caller,
            MAX_ACCESSES_KEPT,
          );
        }
      });
    },

    async last(drawers, callers) {
      const rows = connection.read(
        `SELECT drawer, caller, kind, query_hash, time FROM access
         WHERE drawer IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR caller IN (SELECT value FROM json_each(?2)))
         ORDER BY ordinal DESC`,
        JSON.stringify(drawers),
        callers === "all" ? null : JSON.stringify(callers),
      );
      const byDrawer = new Map<string, Access[]>();
      for (const row of rows) {
        const drawer = row["drawer"] as string;
        const list = byDrawer.get(drawer) ?? [];
        if (list.length === MAX_ACCESSES_KEPT) continue;
        list.push({
          drawer,
          kind: row["kind"] as AccessKind,
          caller: row["caller"] as Caller,
          queryHash: row["query_hash"] as string | null,
          time: row["time"] as number,
        });
        byDrawer.set(drawer, list);
      }
      return byDrawer;
    },

    async forget(drawers) {
      await connection.write(() =>
        connection.run("DELETE FROM access WHERE drawer IN (SELECT value FROM json_each(?))", JSON.stringify(drawers)),
      );
    },
  };
}
