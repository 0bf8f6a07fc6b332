import type { OpenedProject } from "../app/opened-project.ts";
import type { HeldLease } from "../ingest/hold-lease.ts";
import { indexSources } from "../ingest/index-sources.ts";
import type { Progress } from "../operations/answers/run.ts";
import { asLociError } from "../model/error.ts";
import { DEFAULT_ENGINES } from "./engines.ts";
import { openProject } from "./open-project.ts";
import { thisSystem } from "./system.ts";
import type { FromProcess, ProcessRequest, ProcessSetup, ToProcess } from "../workers/job-process.ts";

// The process's side of indexing beside a service: runs come in, progress and jobs go out. Ends when the service is gone.

/** Interval between progress messages, milliseconds: displays can't show more. */
const PROGRESS_MS = 50;
/** Represents the lease that the other process holds and renews. */
const EXTERNAL_LEASE: HeldLease = { confirm: async () => {}, release: async () => {} };

const running = new Map<string, { readonly ending: AbortController; readonly ended: Promise<void> }>();
let project: Promise<OpenedProject> | null = null;

process.on("message", (message: ToProcess) => {
  if ("setup" in message) project = open(message.setup);
  else if ("cancel" in message) running.get(message.cancel)?.ending.abort();
  else {
    const ending = new AbortController();
    const ended = run(message.run, ending.signal).finally(() => running.delete(message.run.id));
    running.set(message.run.id, { ending, ended });
  }
});
process.on("disconnect", () => void end());
// Ctrl-C reaches the whole process group, but the service decides whether its runs end.
process.on("SIGINT", () => {});

async function open({ home, project: name, settings, batch, environment }: ProcessSetup): Promise<OpenedProject> {
  return await openProject({
    home,
    name,
    settings,
    engines: DEFAULT_ENGINES,
    system: { ...thisSystem(), environment },
    batch,
    background: "here",
  });
}

async function run({ leased, unsettled, ...request }: ProcessRequest, signal: AbortSignal): Promise<void> {
  const { id } = request;
  let lastSent = -Infinity;
  const onProgress = (progress: Progress): void => {
    const now = performance.now();
    if (now - lastSent < PROGRESS_MS && progress.phase === "reading") return;
    lastSent = now;
    send({ id, progress });
  };
  try {
    const opened = await (project as Promise<OpenedProject>);
    const left = new Set(unsettled.map(([source, path]) => `${source}\0${path}`));
    const isLeft = (source: string, path: string): boolean => left.has(`${source}\0${path}`);
    const job = await opened.indexHandle.use(async (index) =>
      indexSources(
        await opened.ingest(index),
        { ...request, unsettled: isLeft, ...(leased && { lease: EXTERNAL_LEASE }) },
        { signal, onProgress },
      ),
    );
    send({ id, job });
  } catch (thrown) {
    const { code, message, hint, details } = asLociError(thrown);
    send({ id, error: { code, message, hint, details } });
  }
}

async function end(): Promise<void> {
  for (const { ending } of running.values()) ending.abort();
  await Promise.all([...running.values()].map(({ ended }) => ended));
  await (await project)?.close();
  process.exit(0);
}

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message);
}
