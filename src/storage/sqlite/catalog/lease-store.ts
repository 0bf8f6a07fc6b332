import type { Lease, LeaseAttempt, LeaseStore } from "../../ports/catalog.ts";
import type { Connection, Row } from "./connection.ts";

/** Leases, one row each; every step is one statement or one transaction, so of several takers one wins. */
export function sqliteLeaseStore(connection: Connection): LeaseStore {
  const lease = (row: Row): Lease => ({
    name: row["name"] as string,
    owner: { pid: row["pid"] as number, host: row["host"] as string, token: row["token"] as string },
    takenAt: row["taken_at"] as number,
    beatAt: row["beat_at"] as number,
  });
  return {
    async take(name, owner, now, replacing) {
      return await connection.write((): LeaseAttempt => {
        const row = connection.rows("SELECT * FROM lease WHERE name = ?", name)[0];
        const holder = row === undefined ? undefined : lease(row);
        if (
          holder !== undefined &&
          !(holder.owner.token === replacing?.owner.token && holder.beatAt === replacing.beatAt)
        ) {
          return { held: false, holder };
        }
        connection.run(
          "INSERT OR REPLACE INTO lease (name, pid, host, token, taken_at, beat_at) VALUES (?, ?, ?, ?, ?, ?)",
          name,
          owner.pid,
          owner.host,
          owner.token,
          now,
          now,
        );
        return { held: true };
      });
    },
    async beat(name, token, now) {
      return (
        (await connection.write(() =>
          connection.run("UPDATE lease SET beat_at = ? WHERE name = ? AND token = ?", now, name, token),
        )) > 0
      );
    },
    async release(name, token) {
      await connection.giveUp(() => connection.run("DELETE FROM lease WHERE name = ? AND token = ?", name, token));
    },
    async list() {
      return connection.read("SELECT * FROM lease ORDER BY name").map(lease);
    },
  };
}
