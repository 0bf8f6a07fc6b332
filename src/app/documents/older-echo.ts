import { isAgents, withoutOwnWords } from "../../conversation/provenance/own-words.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { keptFolder, keptSources, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { TranscriptFormat } from "../../model/transcript-read.ts";
import { underLease } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";

/** A session of an agent that an earlier version kept with Loci's own words in it. */
interface OlderEcho {
  readonly source: string;
  readonly path: string;
  /** Without them. */
  readonly messages: readonly TranscriptMessage[];
  /** Number of messages that are Loci's, or hold its words. */
  readonly echoes: number;
}

/**
 * What earlier versions, whose fences carried no key, kept of Loci's own words: known by their form and by the names of our tools.
 *
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
export async function takeOutOlderEcho(project: OpenedProject): Promise<void> {
  for (const [source, sessions] of Map.groupBy(await olderEcho(project), (one) => one.source))
    await underLease(project, leaseName("source", source), async () => {
      const kept = new KeptSessions(keptFolder(project.folder.sessions, source));
      for (const { path, messages } of sessions) kept.leave(path, messages, false);
    });
}

async function* each(messages: readonly TranscriptMessage[]): AsyncGenerator<TranscriptMessage> {
  yield* messages;
}
