import { sealedText } from "../../files/plain-file.ts";
import type { Caller, Scope } from "../../model/caller.ts";
import type { OpenedProject } from "../opened-project.ts";
import { hash } from "node:crypto";
import type { Settings } from "../../config/configuration.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { acceptNotes, captureRequest } from "../../conversation/capture.ts";
import type { CaptureState } from "../../conversation/chats/chat-window.ts";
import { captureIsDue, chatWindow, holdsWindow, MAX_SHOWN } from "../../conversation/chats/chat-window.ts";
import type { Days } from "../../text/days.ts";
import { type CaptureSection, readMemory, withCapture, withoutCaptures } from "../../conversation/chats/memory-file.ts";
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

export interface CapturedChat {
  readonly chat: string;
  readonly files: ChatFiles;
  readonly scope: Scope;
}

export interface CaptureParts {
  readonly project: OpenedProject;
  readonly writer: MessageWriter;
  readonly days: Days;
  readonly model: LanguageModel;
}

/** Messages of a window from which notes are taken: fewer than six hold too little to be worth a model's call. */
const captureThreshold = ({ chat }: Settings): number => Math.max(6, chat.capture_threshold);

/**
 * Takes notes from a chat where that is due. The order makes it safe to be killed at any point: first `memory.md` is on disk, then the notes are
 * indexed, and only then is the mark moved; a section that is there already is never asked or paid for again. A failed attempt changes nothing
 * but when the next one may be.
 *
 * It appends to no chat, so it can't set off another one.
 */
export async function captureChat(
  { project, writer, days, model }: CaptureParts,
  { chat, files, scope }: CapturedChat,
): Promise<void> {
  const { system, settings } = project;
  const work = async (): Promise<void> => {
    const state = readState(files, chat);
    const messages = await writer.open(files.messages).last(holdsWindow(state));
    if (!captureIsDue(messages, state, { threshold: captureThreshold(settings), now: system.clock() })) return;
    const { fresh } = chatWindow(messages, state);
    const [first, last] = [fresh[0], fresh.at(-1)];
    if (first === undefined || last === undefined) return;
    const at = new Date(system.clock()).toISOString();
    const id = hash("sha256", JSON.stringify([chat, first.id, last.id])).slice(0, 16);
    const done = async (): Promise<void> => {
      const noted = { captured: last.id, capturedAt: at, failed: null };
      writeState(files, await writer.open(files.messages).last(holdsWindow(noted, MAX_SHOWN)), noted);
    };
    const memory = memoryText(files.memory);
    let section: CaptureSection | undefined = readMemory(memory).captures.find((one) => one.id === id);
    if (section === undefined) {
      const asked = captureRequest(fresh, memory, system.newId);
      if (asked === null) return await done();
      let answer: string;
      try {
        answer = (
          await generate(model, {
            ...asked.request,
            job: "capture",
            caller: scope.startsWith("user:") ? (scope as Caller) : "owner",
          })
        ).text;
      } catch (thrown) {
        return rememberFailure(files, { messages, state }, { at, thrown });
      }
      const notes = acceptNotes(answer, asked.sources, memory);
      if (notes.length === 0) return await done();
      section = { id, chat, at, from: first.id, to: last.id, notes };
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
  };
  try {
    const name = leaseName("capture", project.keyOf("chat", files.messages));
    await underLease(project, { name, patience: PATIENCE_MS }, work);
  } catch (thrown) {
    // Another process is at it.
    if (!(thrown instanceof LociError) || thrown.code !== "SOURCE_BUSY") throw thrown;
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
    if (text !== before) await writeFileAtomically(path, sealedText(text));
    return text;
  });
}

function rememberFailure(
  files: ChatFiles,
  { messages, state }: { readonly messages: Parameters<typeof writeState>[1]; readonly state: CaptureState },
  { at, thrown }: { readonly at: string; readonly thrown: unknown },
): void {
  const reason = thrown instanceof LociError ? String(thrown.details["reason"] ?? thrown.code) : "unexpected";
  if (reason !== "CANCELLED")
    writeState(files, messages, { ...state, failed: { count: (state.failed?.count ?? 0) + 1, at, reason } });
}
