import { SPEND_DAYS, type Spent, type SpendStore } from "../../ports/catalog.ts";
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
    async reserve({ id, day, job, tokens, micros }, limits) {
      return await connection.write(() => {
        const ofDay = spent(connection.rows(`SELECT ${SUMS} FROM spend WHERE day = ?`, day)[0]);
        const ofJob = spent(connection.rows(`SELECT ${SUMS} FROM spend WHERE day = ? AND job = ?`, day, job)[0]);
        if (limits.dayTokens !== null && ofDay.tokens + tokens > limits.dayTokens)
          return { granted: false, limit: "day tokens", spent: ofDay } as const;
        if (limits.dayMicros !== null && ofDay.micros + micros > limits.dayMicros)
          return { granted: false, limit: "day money", spent: ofDay } as const;
        if (limits.jobTokens !== null && ofJob.tokens + tokens > limits.jobTokens)
          return { granted: false, limit: "job tokens", spent: ofJob } as const;
        connection.run(
          "INSERT INTO spend (id, day, job, tokens, micros) VALUES (?, ?, ?, ?, ?)",
          id,
          day,
          job,
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
    async jobsOf(day) {
      return connection
        .read(`SELECT job, ${SUMS} FROM spend WHERE day = ? GROUP BY job ORDER BY job`, day)
        .map((row) => ({ job: row["job"] as string, ...spent(row) }));
    },
  };
}
