import { isAgents, withoutOwnWords } from "../../conversation/provenance/own-words.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { type IndexOptions, indexSources } from "../../ingest/index-sources.ts";
import { keptFolder, KeptSessions, keptSources } from "../../ingest/kept/kept-sessions.ts";
import { LociError } from "../../model/error.ts";
import type { Job } from "../../operations/answers/run.ts";
import { example, step } from "../../model/next-step.ts";
import type { TranscriptFormat, TranscriptMessage } from "../../model/transcript-read.ts";
import type { DocumentRef } from "../../storage/ports/search-index.ts";
import { underLease } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";

/**
 * Makes the index anew from the files. A sound one is rewritten in place, document by document, so searches go on meanwhile; one
 * that is damaged, of a newer format or of another embedding model is put aside first. Vectors come from the cache.
 * @throws LociError `NOTHING_TO_INDEX` without sources, storage errors
 */
export async function rebuild(project: OpenedProject, options: IndexOptions): Promise<Job> {
  const { catalog, indexHandle, ingest } = project;
  await project.facts.sync();
  const sources = await catalog.sources.list();
  if (sources.length === 0)
    throw new LociError("NOTHING_TO_INDEX", `the project '${project.name}' has no sources`, {
      hint: step`name a folder or file: ${example("index", "~/notes --scope kb")}`,
    });
  await takeOutOlderEcho(project);
  const isUsed = await isUsable(project);
  if (!isUsed) await indexHandle.reset();
  const index = await indexHandle.index();
  const job = await indexSources(
    await ingest(index),
    { kind: "rebuild", sources, caller: "owner", readAll: true, removeOrphans: true },
    options,
  );
  await index.settle();
  if (!isUsed || job.status === "done") await indexHandle.markWhole();
  return { ...job, notes: [...indexHandle.takeNotes(), ...job.notes] };
}

/** Whether the index can be written to as it is: sound, of our format, with vectors of our model. */
async function isUsable({ indexHandle, ingest }: Pick<OpenedProject, "indexHandle" | "ingest">): Promise<boolean> {
  try {
    if ((await indexHandle.loss())?.why === "damaged") return false;
    const index = await indexHandle.index();
    await ingest(index);
    return (await index.check(false)).every(({ severity }) => severity !== "error");
  } catch (thrown) {
    if (thrown instanceof LociError && ["INDEX_DAMAGED", "INDEX_FORMAT", "MODEL_MISMATCH"].includes(thrown.code))
      return false;
    throw thrown;
  }
}

/** A session of an agent that an earlier version kept with Loci's own words in it. */
interface OlderEcho extends DocumentRef {
  /** Without them. */
  readonly messages: readonly TranscriptMessage[];
  /** Number of messages that are Loci's, or hold its words. */
  readonly echoes: number;
}

/**
 * What earlier versions, whose fences carried no key, kept of Loci's own words: known by their form and by the names of our tools.
 * Cost: reads the sessions that an earlier version kept.
 */
export async function olderEcho({ folder }: Pick<OpenedProject, "folder">): Promise<readonly OlderEcho[]> {
  const found: OlderEcho[] = [];
  for (const source of keptSources(folder.sessions)) {
    const kept = new KeptSessions(keptFolder(folder.sessions, source));
    for (const path of kept.paths()) {
      const tool = kept.summary(path)?.identity?.split(" ", 1)[0] as TranscriptFormat | undefined;
      const before = kept.isOlder(path) && isAgents(tool ?? null) ? (kept.load(path)?.messages ?? []) : [];
      if (before.length === 0) continue;
      const messages: TranscriptMessage[] = [];
      let echoes = 0;
      for await (const item of withoutOwnWords(each(before), () => true)) {
        if ("skipped" in item) echoes++;
        else if (!("titled" in item)) messages.push(item);
      }
      if (echoes > 0) found.push({ source, path, messages, echoes });
    }
  }
  return found;
}

/** Takes it out of the kept sessions for good; the index follows when it is made again. */
async function takeOutOlderEcho(project: OpenedProject): Promise<void> {
  for (const [source, sessions] of Map.groupBy(await olderEcho(project), (one) => one.source))
    await underLease(project, leaseName("source", source), async () => {
      const kept = new KeptSessions(keptFolder(project.folder.sessions, source));
      for (const { path, messages } of sessions) kept.leave(path, messages, false);
    });
}

async function* each(messages: readonly TranscriptMessage[]): AsyncGenerator<TranscriptMessage> {
  yield* messages;
}
