import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { makePrivateFolder } from "../../files/private-folder.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { contentHash } from "../../text/content-hash.ts";
import { writeFault } from "../../model/write-fault.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { IngestDependencies } from "../dependencies.ts";
import type { ScannedFile } from "../scan/scan.ts";
import { isInside } from "../source-key.ts";
import type { ChatScan } from "./scan-chats.ts";

/**
 * What hooks report of an agent's sessions, in a folder of its own: the transcripts that they named, and the messages of payloads, which wait
 * in files of JSON lines until they are taken into the kept sessions.
 */
const NAMED = "transcripts";
const WAITING = ".jsonl";
/** Transcripts that are looked at again, the last that were named. */
const MAX_NAMED = 500;
/** Agents whose transcripts can be read; others send their messages in the payload. */
const READABLE: ReadonlySet<string> = new Set(["claude-code", "codex", "gemini"]);

/** Whether an agent's transcripts can be read. */
export function hasTranscripts(agent: string): boolean {
  return READABLE.has(agent);
}

/** Has a transcript looked at from the next run on. @param folder absolute, of one agent; made where it isn't there */
export function nameTranscript(folder: string, transcript: string): void {
  const others = named(folder).filter((one) => one !== transcript);
  makePrivateFolder(folder);
  replaceFile(join(folder, NAMED), `${[...others, transcript].slice(-MAX_NAMED).join("\n")}\n`, { durable: true });
}

/** Has messages of a payload wait for the next run. @param time names the file: the order in which it is read */
export function leaveWaiting(folder: string, messages: readonly TranscriptMessage[], time: number): void {
  makePrivateFolder(folder);
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const name = `${String(time).padStart(15, "0")}-${contentHash(lines).slice(0, 12)}${WAITING}`;
  try {
    replaceFile(join(folder, name), lines, { durable: true });
  } catch (thrown) {
    throw writeFault(join(folder, name), thrown);
  }
}

/** Whether a file of waiting messages was written by an earlier version: a session's, not a call's. */
export function isOlderRecord(file: string): boolean {
  return !/^\d{15}-/u.test(basename(file));
}

/** The transcripts and waiting messages of one agent. */
export function scanRecorded(root: string, { transcripts }: Pick<IngestDependencies, "transcripts">): ChatScan {
  const agent = basename(root);
  const waiting = namesIn(root).filter((name) => name.endsWith(WAITING));
  const files = [...waiting.sort().map((name) => join(root, name)), ...named(root)].flatMap(scanned);
  return {
    scan: { files, skipped: [], failed: [], unreadable: [] },
    single: true,
    agent,
    isWaiting: ({ absolute }) => isInside(absolute, root),
    read: async ({ path, absolute }, since) => {
      const reader = await transcripts.reader(isInside(absolute, root) ? "jsonl" : agent);
      if (reader === null) throw new Error(`no reader for '${agent}'`);
      return await reader(path, absolute, since);
    },
  };
}

function scanned(absolute: string): readonly ScannedFile[] {
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return [];
  const { size: bytes, mtimeMs: modifiedAt, ctimeMs: changedAt } = stat;
  return bytes === 0 ? [] : [{ path: absolute, absolute, documentType: "chat", bytes, modifiedAt, changedAt }];
}

function named(folder: string): readonly string[] {
  const file = join(folder, NAMED);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
