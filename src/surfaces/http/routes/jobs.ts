import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Caller, changedParts, type Job, LociError, operation, type Project, step } from "../../../index.ts";
import { CHANGE_JOB, CHANGES, ONE_JOB } from "../../../model/requests/index.ts";
import { versioned } from "../../../operations/answers/answer.ts";
import { jobSchema } from "../../../operations/answers/run.ts";
import { eventStream } from "../event-stream.ts";
import { countedEach } from "../request-limits.ts";
import { route } from "../route.ts";

/** Runs: what they did, how they go, ending them, doing them again. For the owner. */
export const JOB_ROUTES = {
  job: route({
    http: "GET /v1/jobs/:id",
    summary:
      "One run. With `Accept: text/event-stream` what happens to it: `job` with its state at the start and at each change, `progress` in " +
      "between; ends with the run",
    access: "owner",
    params: ONE_JOB,
    answer: jobSchema,
    unlimited: true,
    async handle({ params: { id }, project, tokenId, service, accept, words }) {
      const opened = await project();
      // Checked before a stream begins, so that the error has a status.
      const job = await knownJob(opened, id);
      if (!accept.includes("text/event-stream")) return { job };
      const queue = await opened.queue();
      return eventStream({ ...service, words }, tokenId, (signal) => queue.events(id, { signal }));
    },
  }),
  changeJob: route({
    http: "POST /v1/jobs/:id/:op",
    summary:
      "`cancel`: end a run that waits or goes on; what it has written stays. `retry`: the same sources again, as a new run",
    access: "owner",
    params: CHANGE_JOB,
    answer: jobSchema,
    status: 202,
    handle: async ({ params: { id, op }, project }) => ({ job: await (await (await project()).queue())[op](id) }),
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

/** Between two looks while somebody waits. */
const LOOK_MS = 500;
/** Streams of one caller at once. */
const MAX_WAITING = 16;

const partSchema = z.enum(["drawers", "facts", "chats", "sources", "jobs"]);

/** Answer of `GET /v1/changes`, and the data of its events. */
const changesSchema = versioned({
  revision: z.string().describe("How far the project is, for the next `since`"),
  changed: z.array(partSchema).describe("What changed since then; everything without `since`"),
});

/** Counts somebody who waits. */
const enter = countedEach(MAX_WAITING, `${MAX_WAITING} requests of this caller wait for changes already`, {
  hint: "close one of them, or ask without a stream",
});

/** Ends early when the signal aborts. */
const pause = (signal: AbortSignal): Promise<void> => sleep(LOOK_MS, undefined, { signal }).catch(() => {});

/** What changed, of what the caller may see: a page asks it to stay live. */
export const CHANGES_ROUTES = {
  changes: route({
    http: "GET /v1/changes",
    summary:
      "What changed since a revision, of what the caller may see. With `Accept: text/event-stream` a stream: " +
      "`change` with `revision` and `changed` at the start and whenever something changes. Else one answer at once",
    access: "caller",
    query: CHANGES,
    answer: changesSchema,
    unlimited: true,
    async handle({ query: { since = "" }, project, caller, tokenId, service, accept, words }) {
      const opened = await project();
      if (accept.includes("text/event-stream"))
        return eventStream({ ...service, words }, tokenId, (ending) => asEvents(opened, { caller, since }, ending));
      const { revision } = await opened.changes({ caller });
      return { revision, changed: changedParts(since, revision) };
    },
  }),
};

async function* asEvents(
  project: Project,
  { caller, since }: { readonly caller: Caller; readonly since: string },
  ending: AbortSignal,
): AsyncIterable<{ readonly type: string }> {
  const leave = enter(caller);
  try {
    for (let last = since, first = true; !ending.aborted; first = false) {
      const { revision } = await project.changes({ caller });
      const changed = changedParts(last, revision);
      if (changed.length > 0 || first) yield { type: "change", revision, changed } as { readonly type: string };
      last = revision;
      await pause(ending);
    }
  } finally {
    leave();
  }
}
