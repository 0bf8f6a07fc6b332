import type { Job } from "../../../model/job.ts";
import { type JobStore, MAX_JOBS } from "../../ports/job-store.ts";
import type { Connection, Row } from "./connection.ts";

/** Jobs, each one JSON body; the ordinal is the order of their first put. */
export function sqliteJobStore(connection: Connection): JobStore {
  const job = (row: Row): Job => JSON.parse(row["body"] as string) as Job;
  return {
    async put(job) {
      const { id, status } = job;
      const body = JSON.stringify(job);
      await connection.write(() => {
        connection.run(
          `INSERT INTO job (id, status, body) VALUES (?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body`,
          id,
          status,
          body,
        );
        connection.run("DELETE FROM job WHERE ordinal <= (SELECT ordinal FROM job ORDER BY ordinal DESC LIMIT 1 OFFSET ?)", MAX_JOBS);
      });
    },
    async get(id) {
      const row = connection.read("SELECT body FROM job WHERE id = ?", id)[0];
      return row === undefined ? null : job(row);
    },
    async list(limit) {
      return connection.read("SELECT body FROM job ORDER BY ordinal DESC LIMIT ?", limit).map(job);
    },
    async unfinished() {
      return connection.read("SELECT body FROM job WHERE status IN ('queued', 'running') ORDER BY ordinal").map(job);
    },
  };
}
