import { rmSync } from "node:fs";
import { identityKey } from "../embedding/port.ts";
import { LociError } from "../model/error.ts";
import type { Source } from "../model/source.ts";
import type { Progress } from "../operations/answers/run.ts";
import { BatchWriter, type BatchWriterDependencies } from "./batch-writer.ts";
import { indexChats } from "./chats/index-chats.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { embedDrafts } from "./embed-drafts.ts";
import { type HeldLease, holdLease, leaseName } from "./hold-lease.ts";
import { followMoves } from "./follow-moves.ts";
import { keptFolder } from "./kept/kept-sessions.ts";
import { outsideLeases, whileHolding } from "./lease-order.ts";
import { holdLendingLease } from "./lend-lease.ts";
import { indexManualDrawers } from "./manual/index-manual-drawers.ts";
import { indexFiles } from "./index-files.ts";
import type { SourceRun } from "./source-run.ts";
import { scopeRule } from "./document-draft.ts";
import { sourceFingerprint } from "./fingerprint.ts";
import type { Tally } from "./tally.ts";

export interface RunFrame {
  readonly deps: IngestDependencies;
  readonly job: string;
  readonly tally: Tally;
  /** Whether every file is read, changed or not. */
  readonly readAll: boolean;
  /** See `IndexRequest`. */
  readonly remembered: boolean;
  /** See `IndexRequest`. */
  readonly unsettled: (source: string, path: string) => boolean;
  /** The source's lease, where whoever asks holds it. */
  readonly lease?: HeldLease | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called after each write. */
  readonly onCommit: () => Promise<void>;
}

/** How long a run waits for another process that works on the same source. */
const PATIENCE_MS = 10 * 60_000;

/** How far a file system's clock may lag behind the system's: one tick of the kernel, 10 ms at most, and what rounding adds. */
const CLOCK_TICK_MS = 20;

/** Errors of one source; the others go on. */
const SOURCE_FAULTS: ReadonlySet<string> = new Set([
  "PATH_NOT_FOUND",
  "PATH_UNREADABLE",
  "SOURCE_BUSY",
  "SOURCE_SCOPE_REQUIRED",
  "TRANSCRIPT_UNRECOGNISED",
]);

/**
 * Brings one source up to date under its lease, and remembers how it stands. What is wrong with this source alone goes into the
 * tally.
 * @throws what ends the whole run: storage, the signal, a bug
 */
export async function runSource(asked: Source, frame: RunFrame): Promise<void> {
  const { catalog, lease: surroundings } = frame.deps;
  const { tally, signal } = frame;
  let running: HeldLease | null = null;
  let lease: HeldLease | null = null;
  let source = asked;
  const interruption = new Interruption();
  try {
    if (frame.lease === undefined) {
      const onWait = (): void =>
        frame.onProgress?.({ phase: "waiting", source: asked.name, files: { done: 0, total: 0 }, drawers: 0 });
      const options = { patience: PATIENCE_MS, onWait, signal };
      running = await holdLease({ leases: catalog.leases, name: leaseName("run", asked.key) }, surroundings, options);
      lease = await holdLendingLease({ leases: catalog.leases, name: leaseName("source", asked.key) }, surroundings, {
        ...options,
        onReturn: async () => {
          interruption.sourceRemoved = (await catalog.sources.get(asked.key)) === null;
          if (interruption.sourceRemoved) throw removedMeanwhile(asked);
          await interruption.onReturn();
        },
      });
    } else lease = { ...frame.lease, release: async () => {} };
    const stored = await catalog.sources.get(asked.key);
    if (stored === null && asked.lastRun !== null) {
      // Removed by another process while this one waited.
      interruption.sourceRemoved = true;
      return;
    }
    source = {
      ...asked,
      // Somebody may have said otherwise while this run waited: what he said is not to be undone.
      options: frame.remembered && stored !== null ? stored.options : asked.options,
      lastJob: frame.job,
      status: "incomplete",
      lastRun: stored?.lastRun ?? null,
      addedAt: stored?.addedAt ?? asked.addedAt,
      checkedFrom: stored?.checkedFrom ?? null,
    };
    const [before, own, recipe, read] = [source, lease, stored?.recipe ?? null, tally.indexed];
    const skipped = tally.skipped.length;
    source = await whileHolding(leaseName("source", asked.key), () =>
      bringUpToDate({ source: before, before: recipe, lease: own }, frame, {
        interruption,
        onBegin: (begun) => (source = begun),
      }),
    );
    const isNew = asked.lastRun === null && !frame.remembered && source.documents === 0 && tally.indexed === read;
    const isRefused = tally.skipped.length > skipped;
    if (!isNew || (source.status !== "incomplete" && !isRefused)) return;
    // What failed at first sight isn't remembered: every later answer would tell of a source that never was one.
    await catalog.sources.remove(asked.key);
    await catalog.refusals.replace(asked.key, []);
    rmSync(keptFolder(frame.deps.sessions, asked.key), { recursive: true, force: true });
    interruption.sourceRemoved = true;
  } catch (thrown) {
    // What is left to be said of a source that somebody has removed meanwhile is nothing.
    if (interruption.sourceRemoved) return;
    signal?.throwIfAborted();
    if (!(thrown instanceof LociError) || !SOURCE_FAULTS.has(thrown.code)) throw thrown;
    tally.failRun(asked.root, thrown);
  } finally {
    try {
      // Back from whoever has it: what he removes stays removed.
      await lease?.confirm().catch(() => undefined);
      const ended = source.status === "indexing" ? "incomplete" : source.status;
      if (lease !== null && !interruption.sourceRemoved)
        await catalog.sources.put({ ...source, ...(await endOf(source, frame)), status: ended });
    } finally {
      await lease?.release();
      await running?.release();
    }
  }
}

/** When a run ended, and what it has stored if it ended early, or had: uncounted, an empty index would count as lost, and a search do its work. */
async function endOf({ key, status, documents }: Source, { deps }: RunFrame): Promise<Partial<Source>> {
  const lastRun = new Date(deps.clock()).toISOString();
  if (documents !== undefined && status !== "indexing") return { lastRun };
  const stored = await deps.index.documents(key).catch(() => []);
  return { lastRun, documents: Math.max(documents ?? 0, stored.length) };
}

/** What a run must know of the times at which its lease was lent. */
class Interruption {
  sourceRemoved = false;
  /** Rereads what others may have changed. */
  onReturn: () => Promise<void> = async () => {};
}

const removedMeanwhile = ({ name }: Source): LociError =>
  new LociError("SOURCE_NOT_FOUND", `the source '${name}' was removed while it was read`, {
    hint: "nothing, where it was to go; else index it again",
  });

/**
 * @param before the fingerprint of what is stored
 * @param interruption told what is to be done when others had the source
 * @param onBegin gets the source as it stands while it is worked on
 * @returns the source as it stands afterwards
 */
async function bringUpToDate(
  { source, before, lease }: { readonly source: Source; readonly before: string | null; readonly lease: HeldLease },
  frame: RunFrame,
  { interruption, onBegin }: { readonly interruption: Interruption; readonly onBegin: (source: Source) => void },
): Promise<Source> {
  const { deps, tally, signal } = frame;
  const { catalog, index, provider } = deps;
  const began = new Date(deps.clock()).toISOString();
  const failedBefore = tally.failed.length;
  const scope = scopeRule(source, deps);
  const { fingerprint: wanted, project } = sourceFingerprint(
    source,
    deps,
    provider === null ? null : identityKey(provider.identity),
  );
  const known = new Map((await index.documents(source.key)).map((document) => [document.path, document]));
  const readAll = frame.readAll || before !== wanted;
  // Where nothing is stored, nothing of another fingerprint is: an interrupted first run goes on where it stopped.
  const mixed = readAll && known.size > 0;
  const begun: Source = { ...source, status: "indexing", recipe: mixed ? null : wanted };
  onBegin(begun);
  await catalog.sources.put(begun);

  let move = followMoves(index, catalog.palace, (await catalog.palace.read()).edits);
  const returns: (() => void)[] = [];
  // Chats and drawers by hand are files of Loci's own, which others write too: their runs lend between two files, not between two writes.
  const betweenFiles = source.kind === "chat" || source.kind === "hand";
  interruption.onReturn = async () => {
    move = followMoves(index, catalog.palace, (await catalog.palace.read()).edits);
    if (!betweenFiles) return;
    known.clear();
    for (const document of await index.documents(source.key)) known.set(document.path, document);
    for (const work of returns) work();
  };
  const own = betweenFiles ? withoutRest(lease) : lease;
  const { writer, onProgress } = watchedWriter({ source, lease: own, move: (draft) => move(draft) }, frame);
  const checkedFrom =
    source.checkedFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(source.checkedFrom) - CLOCK_TICK_MS;
  const endings: (() => Promise<void>)[] = [];
  let isLeft = false;
  const run: SourceRun = {
    deps,
    source: begun,
    scope,
    project,
    known,
    checkedFrom,
    readAll,
    unsettled: (path) => frame.unsettled(source.key, path) && (isLeft = true),
    writer,
    tally,
    onProgress,
    signal,
    onReturn: (work) => returns.push(work),
    onEnd: (work) => endings.push(work),
  };
  if (!betweenFiles) lease.rest?.();
  try {
    await (source.kind === "chat"
      ? indexChats(run)
      : source.kind === "hand"
        ? indexManualDrawers(run)
        : indexFiles(run));
  } finally {
    await writer.idle();
    for (const work of endings) await work();
  }

  const complete = tally.failed.length === failedBefore;
  if (writer.unavailable !== null)
    tally.notes.push({ code: "MODEL_UNAVAILABLE", message: writer.unavailable.message, hint: writer.unavailable.hint });
  const current = writer.unavailable === null && (!mixed || (complete && !isLeft));
  const now = writer.commits === 0 ? [...known.values()] : await index.documents(source.key);
  return {
    ...begun,
    documents: now.length,
    checkedFrom: complete ? began : source.checkedFrom,
    status: complete ? "ready" : "incomplete",
    recipe: current ? wanted : null,
  };
}

/** A lease that is lent where its holder says so, and not after each write. */
const withoutRest = ({ rest: _, ...lease }: HeldLease): HeldLease => lease;

/** A writer whose commits are counted and reported, and the report for the other phases. */
function watchedWriter(
  { source, lease, move }: { source: Source; lease: HeldLease; move: BatchWriterDependencies["move"] },
  { deps, tally, signal, onProgress, onCommit }: RunFrame,
): { readonly writer: BatchWriter; readonly onProgress: SourceRun["onProgress"] } {
  let written = 0;
  let files = { done: 0, total: 0 };
  const report: SourceRun["onProgress"] = (phase, done, total) => {
    files = { done, total };
    outsideLeases(() => onProgress?.({ phase, source: source.name, files, drawers: written }));
  };
  const writer = new BatchWriter({
    index: deps.index,
    embed: (drafts) => embedDrafts(drafts, { provider: deps.provider, cache: deps.cache }, signal),
    lease,
    tally,
    limits: deps.batch,
    move,
    onCommit: async (drawers) => {
      written = drawers;
      await onCommit();
      report("writing", files.done, files.total);
    },
    signal,
  });
  return { writer, onProgress: report };
}
