import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SqlRow, SqlRunner, SqlWork } from "../../sql/runner.ts";
import { openDatabase } from "../database/open-database.ts";
import { transactions } from "../database/transactions.ts";

const OPTIONS = { what: "manifest", pageSize: 4096, busyMilliseconds: 30_000 };

/** Runs work on a SQLite file; `:memory:` for one that is gone when it is closed. */
export async function openSqliteRunner(path: string): Promise<SqlRunner> {
  const database = await openDatabase(path, OPTIONS);
  const locks = transactions(database, OPTIONS);
  const run = stepsOn(database);
  return {
    dialect: { items: "json_each(?)", entries: "json_each(?)" },
    read: async (work) => locks.read(() => run(work)),
    write: (work) => locks.write(() => run(work)),
    async close() {
      await locks.idle();
      if (database.isOpen) database.close();
    },
  };
}

/** Runs work on a connection, statement by statement, each prepared once. It must stand in a transaction. */
export function stepsOn(database: DatabaseSync): <T>(work: () => SqlWork<T>) => T {
  const prepared = new Map<string, StatementSync>();
  return (work) => {
    const steps = work();
    let next = steps.next();
    while (next.done !== true) {
      const { sql, values } = next.value;
      let statement = prepared.get(sql);
      if (statement === undefined) prepared.set(sql, (statement = database.prepare(sql)));
      next = steps.next(statement.all(...values) as unknown as readonly SqlRow[]);
    }
    return next.value;
  };
}
