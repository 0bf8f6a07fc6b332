import { type Job, LociError, operation, type Project, step } from "../../../index.ts";
import { jobSchema } from "../../../operations/answers/run.ts";
import { ONE_JOB } from "../../../model/requests/index.ts";
import { eventStream } from "../event-stream.ts";
import { route } from "../route.ts";

const params = ONE_JOB;

/** Runs: what they did, how they go, ending them, doing them again. For the owner. */
export const JOB_ROUTES = {
  job: route({
    http: "GET /v1/jobs/:id",
    summary:
      "One run. With `Accept: text/event-stream` what happens to it: `job` with its state at the start and at each change, `progress` in " +
      "between; ends with the run",
    access: "owner",
    params,
    answer: jobSchema,
    unlimited: true,
    async handle({ params: { id }, project, tokenId, service, accept }) {
      const opened = await project();
      // Checked before a stream begins, so that the error has a status.
      const job = await knownJob(opened, id);
      if (!accept.includes("text/event-stream")) return { job };
      const queue = await opened.queue();
      return eventStream(service, tokenId, (signal) => queue.events(id, { signal }));
    },
  }),
  cancelJob: route({
    http: "POST /v1/jobs/:id/cancel",
    summary: "End a run that waits or goes on; what it has written stays",
    access: "owner",
    params,
    answer: jobSchema,
    handle: async ({ params: { id }, project }) => ({ job: await (await (await project()).queue()).cancel(id) }),
  }),
  retryJob: route({
    http: "POST /v1/jobs/:id/retry",
    summary: "The same sources again, as a new run",
    access: "owner",
    params,
    answer: jobSchema,
    status: 202,
    handle: async ({ params: { id }, project }) => ({ job: await (await (await project()).queue()).retry(id) }),
  }),
};

async function knownJob(project: Project, id: string): Promise<Job> {
  const job = await project.job(id);
  if (job === null)
    throw new LociError("JOB_NOT_FOUND", `there is no job '${id}'`, {
      hint: step`${operation("sources jobs")} lists them`,
    });
  return job;
}
