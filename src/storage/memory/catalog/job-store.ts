import type { Job } from "../../../model/job.ts";
import { type JobStore, MAX_JOBS } from "../../ports/job-store.ts";

/** Jobs in a map, which remembers the order of their first put. @param open throws when the catalog is closed */
export function memoryJobStore(open: () => void): JobStore {
  const jobs = new Map<string, Job>();
  return {
    async put(job) {
      open();
      jobs.set(job.id, structuredClone(job));
      for (const id of jobs.keys()) {
        if (jobs.size <= MAX_JOBS) break;
        jobs.delete(id);
      }
    },
    async get(id) {
      open();
      return jobs.get(id) ?? null;
    },
    async list(limit) {
      open();
      return [...jobs.values()].reverse().slice(0, limit);
    },
    async unfinished() {
      open();
      return [...jobs.values()].filter(({ status }) => status === "queued" || status === "running");
    },
  };
}
