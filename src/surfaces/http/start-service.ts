import type { Project, ServiceTokens, Settings, Watching } from "../../index.ts";
import { currentName, LociError, operation, option, step } from "../../index.ts";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ifThere } from "../../files/plain-file.ts";
import { serve } from "@hono/node-server";
import { makePrivateFolder } from "../../files/private-folder.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { bodyBudget, type BodyBudgetOptions } from "./read-bytes.ts";
import { type AppOptions, createApp } from "./create-app.ts";
import { hostGuard, type Scheme } from "./host-guard.ts";
import { createMetrics } from "./metrics.ts";
import { pageSessions } from "./page-session.ts";
import { projectPool } from "./project-pool.ts";
import { perSecond, concurrencyLimit } from "./request-limits.ts";
import type { Service } from "./route.ts";

export interface ServiceOptions
  extends
    Pick<Service, "loci" | "configuration" | "version" | "defaultProject">,
    Pick<AppOptions, "mounts" | "log" | "clock" | "timer"> {
  readonly tokens: ServiceTokens;
  readonly settings: Settings;
  /** Folders that may be looked into and indexed from. */
  readonly roots: readonly string[];
  /** Whether sources are kept current. */
  readonly watch: boolean;
}

export interface RunningService {
  /** `http://127.0.0.1:5858` */
  readonly url: string;
  /** Errors by name of projects that could not be opened at the start. A request for one gets the same error, unless it can be opened by then. */
  readonly unopened: ReadonlyMap<string, unknown>;
  /** An address that opens the page as the owner, once, within two minutes. */
  readonly pageUrl: () => string;
  /** Resolves when it has ended, after `stop` or a fault of the listener. */
  readonly ended: Promise<void>;
  /** Ends it: no new requests, those under way are answered, runs pause. Calling it twice is no error. The data folder stays open. */
  stop(): Promise<void>;
}

/** How long requests under way may take when the service is stopped, and their clients to send or read the rest, milliseconds. */
const LAST_REQUESTS_MS = 10_000;
const LAST_BYTES_MS = 500;
/** A head of 16 KB in 15 s, the whole in two minutes. A connection outlasts what proxies keep, a minute: none is closed just as they send. */
const LIMITS = { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 };
/** Requests that work at once: they share one thread, and wait for files and for other processes now and then. */
const AT_ONCE = 2;
/** Documents that are indexed at once. How many of one caller wait for it is bounded by their bytes and his requests, not counted again. */
const UPLOADS = { atOnce: 2, each: Infinity };
/** Largest bodies that may be under way, in memory, and largest documents, in files: of one caller, and of all. */
const BODIES = { each: 8, all: 64 };
const DOCUMENTS = { each: 4, all: 20 };
/** What was kept longer than the settings say is removed at the start, and once a day. */
const DAY_MS = 86_400_000;
/** Wrong tokens a second that are answered as such. */
const WRONG_TOKENS = 10;

/**
 * Starts the service: listens, takes up what a stopped service left waiting, watches every project's sources. A project that can't be opened
 * keeps none of the others from being served.
 * @throws LociError `UNAVAILABLE` when it can't listen there; `STORAGE_FAILED` when the projects can't be listed, and the service is stopped then
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { loci, settings, tokens, log, timer } = options;
  const { host } = settings.server;
  const stopping = new AbortController();
  const watches = new Map<string, Watching>();
  const fault = (thrown: unknown): void =>
    log(
      `${JSON.stringify({ time: new Date(options.clock()).toISOString(), fault: thrown instanceof Error ? thrown.message : String(thrown) })}\n`,
    );
  const later = laterWork(fault);
  const clean = (project: Project): void => later.begin(async () => void (await project.retention({ yes: true })));
  const onOpen = async (project: Project): Promise<void> => {
    await (await project.queue()).resume();
    clean(project);
    if (!options.watch || stopping.signal.aborted) return;
    // A large source takes a while to be watched; nobody waits for that.
    later.begin(async () => void watches.set(project.name, await project.watch()));
  };
  const cleaning = setInterval(() => pool.opened().forEach(clean), DAY_MS);
  cleaning.unref();
  const pool = projectPool(loci, onOpen);
  const sessions = pageSessions(tokens, options.clock);
  const allowsWrongToken = perSecond(WRONG_TOKENS, timer);
  const service: Service = {
    loci,
    version: options.version,
    project: (name, how) => pool.get(name, how),
    openProjects: () => pool.opened(),
    unopenedProjects: () => pool.faults(),
    defaultProject: options.defaultProject,
    configuration: options.configuration,
    sessions,
    tokens,
    knowsToken: (id) => tokens.byId(id) !== null,
    allowsWrongToken,
    roots: [...new Set(options.roots.flatMap((root) => ifThere(() => realpathSync(root)) ?? []))],
    maxDocumentBytes: settings.ingest.max_file_bytes,
    metrics: createMetrics(),
    timer,
    watches: () => new Map([...watches].map(([name, watching]) => [name, watching.status()])),
    stopping: stopping.signal,
    afterwards: later.begin,
  };
  // Set once the service listens.
  let guard: (headers: Headers) => Scheme = () => {
    throw new LociError("UNAVAILABLE", "the service is being started", { hint: "try again in a moment" });
  };
  const app = createApp({
    service,
    mounts: options.mounts,
    log,
    clock: options.clock,
    timer,
    gate: {
      guardHost: (headers) => guard(headers),
      identify: (token) => tokens.identify(token),
      identifyCookie: (cookie) => sessions.identify(cookie),
      used: (id) => tokens.used(id),
      allowsWrongToken,
      turns: concurrencyLimit({ atOnce: AT_ONCE, each: settings.server.max_in_flight, timer }),
      uploads: concurrencyLimit({ ...UPLOADS, timer }),
      nameOf: (name) => currentName(loci.home, name),
      defaultProject: options.defaultProject,
      bodies: bodyBudget(times(settings.server.max_body_bytes, BODIES)),
      spool: { folder: spoolFolder(loci.home), budget: bodyBudget(times(settings.ingest.max_file_bytes, DOCUMENTS)) },
      maxBody: settings.server.max_body_bytes,
      timeLimit: settings.server.timeout_seconds * 1000,
    },
  });
  const { port, ended, close } = await listen(app, settings.server);
  guard = hostGuard({ host, port, allowed: settings.server.allowed_hosts });

  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    stopping.abort();
    clearInterval(cleaning);
    // Requests that wait for a run are answered that it is queued. If that fails, the service still stops, and reports the error then.
    const pauses = await Promise.allSettled(
      pool.opened().map(async (project) => await (await project.queue()).pause()),
    );
    await close();
    await later.ended();
    for (const pause of pauses) if (pause.status === "rejected") throw pause.reason;
  };
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const ownerId = (): string => tokens.identify(tokens.owner())?.id ?? "";
  const unopened = new Map<string, unknown>();
  try {
    for (const name of loci.projects())
      await pool.get(name, { make: false }).catch((thrown: unknown) => unopened.set(name, thrown));
  } catch (thrown) {
    // Otherwise it would go on listening and keep a failed process alive.
    await stop();
    throw thrown;
  }
  return {
    url,
    unopened,
    pageUrl: () => `${url}/#code=${sessions.code(ownerId())}`,
    ended,
    stop: () => (stopped ??= stop()),
  };
}

/** Begins to listen. @returns the real port, and what resolves when the listener has ended */
async function listen(app: ReturnType<typeof createApp>, { host, port: configuredPort }: Settings["server"]) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: listening, resolve: listens, reject: refused } = Promise.withResolvers<number>();
  // The adapter's own Request and Response, for the whole process: a fifth of what a request costs beside its work.
  const server = serve(
    // What is left of a refused body is read by the app: the adapter would close after half a second, with the refusal unread.
    { fetch: app.fetch, hostname: host, port: configuredPort, serverOptions: LIMITS, autoCleanupIncoming: false },
    ({ port }) => listens(port),
  );
  const underway = new Map<ServerResponse, IncomingMessage>();
  let closing = false;
  const closeAll = (): void => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  };
  const closeIdle = (): void => {
    // Node closes those that have asked before by itself; one that was opened ahead of a request would be waited for.
    if (underway.size === 0) closeAll();
  };
  const closeWaiting = (): void => {
    for (const [response, { complete, socket }] of underway) if (!complete || response.writableEnded) socket.destroy();
  };
  /** Takes no more requests, answers those under way, and closes what clients hold open, send no more to or don't read. */
  const close = async (): Promise<void> => {
    closing = true;
    server.close();
    closeIdle();
    const timers = [setTimeout(closeWaiting, LAST_BYTES_MS), setTimeout(closeAll, LAST_REQUESTS_MS)];
    await ended;
    timers.forEach(clearTimeout);
  };
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    underway.set(response, request);
    response.once("close", () => {
      underway.delete(response);
      if (closing) closeIdle();
    });
  });
  server.once("error", (thrown: NodeJS.ErrnoException) => refused(cannotListen(thrown, host, configuredPort)));
  server.once("close", end);
  return {
    port: await listening,
    /** Resolves when the last connection has ended. */
    ended,
    close,
  };
}

function times(bytes: number, { each, all }: BodyBudgetOptions): BodyBudgetOptions {
  return { each: bytes * each, all: bytes * all };
}

/** Where documents wait for their turn, without what a killed service left there. */
function spoolFolder(home: string): string {
  const folder = join(home, "spool");
  try {
    makePrivateFolder(folder);
    sweepTemporary(folder);
  } catch (thrown) {
    // From a disk that takes no writes is read all the same; a document that is handed over meets it again.
    if ((thrown as NodeJS.ErrnoException).code === undefined) throw thrown;
  }
  return folder;
}

function cannotListen({ code }: NodeJS.ErrnoException, host: string, port: number): LociError {
  const hint =
    code === "EADDRINUSE"
      ? step`if Loci listens there, ${operation("serve", "--open")} opens its page; else give another ${option("port")}`
      : "check server.host and server.port";
  return new LociError("UNAVAILABLE", `can't listen on ${host}:${port} (${code ?? "unknown"})`, { hint });
}

/** @param onFault gets errors of such work, which no caller receives */
function laterWork(onFault: (thrown: unknown) => void): {
  begin(work: () => Promise<void>): void;
  ended(): Promise<void>;
} {
  const running = new Set<Promise<void>>();
  return {
    begin(work) {
      const done = work()
        .catch(onFault)
        .finally(() => running.delete(done));
      running.add(done);
    },
    async ended() {
      await Promise.all(running);
    },
  };
}
