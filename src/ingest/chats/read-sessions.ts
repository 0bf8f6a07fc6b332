import type {
  SessionTitle,
  SkippedMessage,
  TranscriptContent,
  TranscriptMessage,
} from "../../model/transcript-read.ts";
import { messageContent } from "./session-document.ts";

/** The messages of one file, by session. */
export interface Sessions {
  /** Sessions as they first appear, messages in order. */
  readonly sessions: ReadonlyMap<string, readonly TranscriptMessage[]>;
  /** By session: the last one that a person gave, else the last one of the tool. */
  readonly titles: ReadonlyMap<string, Omit<SessionTitle, "session">>;
  readonly skipped: readonly SkippedMessage[];
}

/**
 * Groups a transcript's messages by session. A message that repeats an earlier one of its session exactly (same id, same
 * everything) is dropped; one that reuses an id for something else is kept.
 */
export async function readSessions(messages: TranscriptContent): Promise<Sessions> {
  const sessions = new Map<string, TranscriptMessage[]>();
  const seen = new Map<string, Set<string>>();
  const titles = new Map<string, Omit<SessionTitle, "session">>();
  const skipped: SkippedMessage[] = [];
  let entry = 0;
  for await (const item of messages) {
    if ("titled" in item) {
      const { session, title, by } = item.titled;
      if (by === "person" || titles.get(session)?.by !== "person") titles.set(session, { title, by });
      continue;
    }
    entry++;
    if ("skipped" in item) {
      skipped.push(item.skipped);
      continue;
    }
    const contents = seen.get(item.session) ?? new Set<string>();
    seen.set(item.session, contents);
    const spelt = messageContent(item);
    if (contents.has(spelt)) {
      skipped.push({ line: item.line ?? entry, reason: "repeats an earlier message" });
      continue;
    }
    contents.add(spelt);
    const list = sessions.get(item.session);
    if (list === undefined) sessions.set(item.session, [item]);
    else list.push(item);
  }
  return { sessions, titles, skipped };
}
