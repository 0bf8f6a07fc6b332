import type { Caller, Scope } from "../../model/caller.ts";
import type { OpenedProject } from "../opened-project.ts";
import { createHash } from "node:crypto";
import type { Settings } from "../../config/configuration.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { acceptNotes, captureRequest } from "../../conversation/capture.ts";
import type { CaptureState } from "../../conversation/chats/chat-window.ts";
import { captureIsDue, chatWindow, holdsWindow, MAX_SHOWN } from "../../conversation/chats/chat-window.ts";
import type { Days } from "../../text/days.ts";
import type { CaptureSection } from "../../conversation/chats/memory-file.ts";
import { withoutCaptures, readMemory, sealed, withCapture } from "../../conversation/chats/memory-file.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { generate, type LanguageModel } from "../../llm/port.ts";
import { LociError } from "../../model/error.ts";
import { underLease } from "../exclusive.ts";
import { memoryText, readState, writeState, type ChatFiles, notesName } from "./chat-files.ts";
import type { MessageWriter } from "./message-writer.ts";

/** Captures that a `memory.md` keeps. */
const CAPTURES_KEPT = 5;
/** Another process is already taking notes: no waiting for it. */
const PATIENCE_MS = 0;

/** The chat that notes are taken from. */
export interface CapturedChat {
  readonly chat: string;
  readonly files: ChatFiles;
  readonly scope: Scope;
}

/** The result of a capture. */
export interface CaptureReport {
  /** `not due`, `busy`: another process is at it. `nothing`: nothing was worth a note. `failed`, `waiting`: later again; waiting for money or quota. */
  readonly outcome: "not due" | "busy" | "nothing" | "noted" | "failed" | "waiting";
  readonly notes: number;
  readonly refused: number;
  /** Why it failed or waits; otherwise empty. */
  readonly reason: string;
}

/** What a capture works with. */
export interface CaptureParts {
  readonly project: OpenedProject;
  readonly writer: MessageWriter;
  readonly days: Days;
  readonly model: LanguageModel;
  readonly signal?: AbortSignal;
}

const IDLE = { notes: 0, refused: 0, reason: "" };

/** Messages of a window from which notes are taken: fewer than six hold too little to be worth a model's call. */
export const captureThreshold = ({ chat }: Settings): number => Math.max(6, chat.capture_threshold);

/**
 * Takes notes from a chat where that is due. The order makes it safe to be killed at any point: first `memory.md` is on disk, then the notes are
 * indexed, and only then is the mark moved; a section that is there already is never asked or paid for again. A failed attempt changes nothing
 * but when the next one may be.
 *
 * It appends to no chat, so it can't set off another one.
 */
export async function captureChat(
  { project, writer, days, model, signal }: CaptureParts,
  { chat, files, scope }: CapturedChat,
  force = false,
): Promise<CaptureReport> {
  const { system, settings } = project;
  const work = async (): Promise<CaptureReport> => {
    const state = readState(files, chat);
    const messages = await writer.open(files.messages).last(holdsWindow(state));
    const threshold = force ? 1 : captureThreshold(settings);
    if (!captureIsDue(messages, state, { threshold, now: system.clock() })) return { outcome: "not due", ...IDLE };
    const { fresh } = chatWindow(messages, state);
    const [first, last] = [fresh[0], fresh.at(-1)];
    if (first === undefined || last === undefined) return { outcome: "not due", ...IDLE };
    const at = new Date(system.clock()).toISOString();
    const id = createHash("sha256")
      .update(JSON.stringify([chat, first.id, last.id]))
      .digest("hex")
      .slice(0, 16);
    const done = async (): Promise<void> => {
      const noted = { captured: last.id, capturedAt: at, failed: null };
      writeState(files, await writer.open(files.messages).last(holdsWindow(noted, MAX_SHOWN)), noted);
    };
    const memory = memoryText(files.memory);
    let section: CaptureSection | undefined = readMemory(memory).captures.find((one) => one.id === id);
    let refused = 0;
    if (section === undefined) {
      const asked = captureRequest(fresh, memory, system.newId);
      if (asked === null) {
        await done();
        return { outcome: "nothing", ...IDLE };
      }
      let answer: string;
      try {
        answer = (
          await generate(model, {
            ...asked.request,
            job: "capture",
            caller: scope.startsWith("user:") ? (scope as Caller) : "owner",
            signal,
          })
        ).text;
      } catch (thrown) {
        return failed(files, { messages, state }, { at, thrown });
      }
      const accepted = acceptNotes(answer, asked.sources, memory);
      refused = accepted.refused;
      if (accepted.notes.length === 0) {
        await done();
        return { outcome: "nothing", ...IDLE, refused };
      }
      section = { id, chat, at, from: first.id, to: last.id, notes: accepted.notes };
      await keep(project, files.memory, { section, heading: `${days.day(at)} ${days.hour(at)} · ${chat}` });
    }
    for (const [i, note] of section.notes.entries()) {
      const text = `${note.text} ("${note.quote}")`;
      await writer.write(
        { file: files.notes, name: notesName(chat), scope: null, otherwise: scope },
        {
          id: `${section.id}-${i + 1}`,
          role: "summary",
          author: "notes",
          time: section.at,
          text,
          from: [note.message],
        },
      );
    }
    await done();
    return { outcome: "noted", notes: section.notes.length, refused, reason: "" };
  };
  try {
    const name = leaseName("capture", project.keyOf("chat", files.messages));
    return await underLease(project, { name, patience: PATIENCE_MS }, work);
  } catch (thrown) {
    if (thrown instanceof LociError && thrown.code === "SOURCE_BUSY") return { outcome: "busy", ...IDLE };
    throw thrown;
  }
}

async function keep(
  project: OpenedProject,
  path: string,
  { section, heading }: { readonly section: CaptureSection; readonly heading: string },
): Promise<void> {
  await changeMemory(project, path, (text) =>
    withoutCaptures(withCapture(text, section, heading), (_section, fromEnd) => fromEnd >= CAPTURES_KEPT),
  );
}

/** Changes a `memory.md`, one at a time over all processes; when it has resolved, the change is on disk. */
export async function changeMemory(
  project: OpenedProject,
  path: string,
  change: (text: string) => string,
): Promise<string> {
  return await underLease(project, leaseName("memory", path), async () => {
    const before = memoryText(path);
    const text = change(before);
    if (text !== before) await writeFileAtomically(path, sealed(text));
    return text;
  });
}

/** Reasons why a retry can't succeed before tomorrow or before somebody acts. */
const WAITING: ReadonlySet<unknown> = new Set(["over_budget", "quota_exhausted", "rate_limited"]);

function failed(
  files: ChatFiles,
  { messages, state }: { readonly messages: Parameters<typeof writeState>[1]; readonly state: CaptureState },
  { at, thrown }: { readonly at: string; readonly thrown: unknown },
): CaptureReport {
  const reason = thrown instanceof LociError ? String(thrown.details["reason"] ?? thrown.code) : "unexpected";
  if (reason !== "CANCELLED")
    writeState(files, messages, { ...state, failed: { count: (state.failed?.count ?? 0) + 1, at, reason } });
  return { outcome: WAITING.has(reason) ? "waiting" : "failed", ...IDLE, reason };
}
