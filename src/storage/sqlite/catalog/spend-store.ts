import type { Caller } from "../../../model/caller.ts";
import { limitPassed, SPEND_DAYS, type Spent, type SpendStore } from "../../ports/catalog.ts";
import type { Connection, Row } from "./connection.ts";

const SUMS = "COUNT(*) AS calls, COALESCE(SUM(tokens), 0) AS tokens, COALESCE(SUM(micros), 0) AS micros";

/** The account, one row a call. Days that are too old go when a call of another day comes. */
export function sqliteSpendStore(connection: Connection): SpendStore {
  const spent = (row: Row | undefined): Spent => ({
    calls: row?.["calls"] as number,
    tokens: row?.["tokens"] as number,
    micros: row?.["micros"] as number,
  });
  return {
    async reserve(call, limits) {
      return await connection.write(() => {
        const { id, day, job, caller, tokens, micros } = call;
        const where = (condition: string, ...values: readonly string[]): Spent =>
          spent(connection.rows(`SELECT ${SUMS} FROM spend WHERE day = ?${condition}`, day, ...values)[0]);
        const ofDay = where("");
        const refused = limitPassed(call, limits, {
          day: ofDay,
          job: where(" AND job = ?", job),
          caller: where(" AND caller = ?", caller),
          others: caller === "owner" ? null : where(" AND caller <> 'owner'"),
        });
        if (refused !== null) return refused;
        connection.run(
          "INSERT INTO spend (id, day, job, caller, tokens, micros) VALUES (?, ?, ?, ?, ?, ?)",
          id,
          day,
          job,
          caller,
          tokens,
          micros,
        );
        if (ofDay.calls === 0)
          connection.run(
            "DELETE FROM spend WHERE day < (SELECT day FROM (SELECT DISTINCT day FROM spend ORDER BY day DESC LIMIT 1 OFFSET ?))",
            SPEND_DAYS - 1,
          );
        return { granted: true } as const;
      });
    },
    async settle(id, { tokens, micros }) {
      await connection.write(() =>
        connection.run("UPDATE spend SET tokens = ?, micros = ? WHERE id = ?", tokens, micros, id),
      );
    },
    async of(day) {
      return spent(connection.read(`SELECT ${SUMS} FROM spend WHERE day = ?`, day)[0]);
    },
    async since(day) {
      return connection
        .read(
          `SELECT day, caller, job, ${SUMS} FROM spend WHERE day >= ? GROUP BY day, caller, job ORDER BY day DESC, caller, job`,
          day,
        )
        .map((row) => ({
          day: row["day"] as string,
          caller: row["caller"] as Caller,
          job: row["job"] as string,
          ...spent(row),
        }));
    },
  };
}
