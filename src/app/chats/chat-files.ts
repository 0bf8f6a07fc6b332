import { onFile, sealedJson, textIfThere, unsealed, unsealedText } from "../../files/plain-file.ts";
import { makePrivateFolder } from "../../files/private-folder.ts";
import { writeWhole, replaceFile } from "../../files/write-file-atomically.ts";
import { appendFileSync, constants, existsSync, ftruncateSync } from "node:fs";
import { join, dirname } from "node:path";
import type { Days } from "../../text/days.ts";
import type { CaptureState } from "../../conversation/chats/chat-window.ts";
import { NOTHING_CAPTURED, readCaptureState, writeRecent } from "../../conversation/chats/chat-window.ts";
import { readMemory } from "../../conversation/chats/memory-file.ts";
import type { Scope } from "../../model/caller.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { writing } from "../../model/error.ts";
import { createHash } from "node:crypto";
import { slug } from "../../text/slug.ts";

export interface ChatProfile {
  readonly chat: string;
  readonly scope: Scope;
  /** How it is used: `chat`, `business`, `silent`, as its surface says. */
  readonly mode: string;
  /** Where it goes on: `terminal`, `telegram`, `http`, … */
  readonly platform: string;
  /** ISO 8601. */
  readonly created: string;
  /** To the minute. */
  readonly lastActive: string;
}

/** The text of a `memory.md`, without its seal; empty where there is none. */
export const memoryText = (path: string): string => unsealedText(textIfThere(path) ?? "");

export const readProfile = (files: ChatFiles): ChatProfile | null =>
  unsealed<ChatProfile>(textIfThere(files.profile) ?? "") as ChatProfile | null;

export interface Derived {
  readonly profile: ChatProfile;
  readonly before: ChatProfile | null;
  readonly state: CaptureState;
  readonly message: TranscriptMessage;
  /** The last messages, `message` among them. */
  readonly last: readonly TranscriptMessage[];
  readonly days: Days;
}

/**
 * Writes the files derived from a chat's messages: the profile, the rolling window, the daily log. All can be rebuilt from the messages, so none
 * of them is synced to disk.
 */
export function writeDerivedFiles(files: ChatFiles, { profile, before, state, message, last, days }: Derived): void {
  writeProfile(files.profile, profile, before);
  overwrite(files.recent, writeRecent(last, state));
  const time = message.time ?? profile.lastActive;
  const path = join(files.log, `${days.day(time)}.md`);
  writing(path, () => {
    makePrivateFolder(files.log);
    const title = existsSync(path) ? "" : logTitle(days.day(time));
    appendFileSync(path, title + logEntry({ ...message, time }, days), { mode: 0o600 });
  });
}

/** Replacing a file costs a disk sync, so the time of last use is written once a minute at most. */
const ACTIVE_MS = 60_000;

function writeProfile(path: string, profile: ChatProfile, before: ChatProfile | null): void {
  const since = Date.parse(profile.lastActive) - Date.parse(before?.lastActive ?? "");
  const isSame =
    since >= 0 &&
    since < ACTIVE_MS &&
    (["chat", "scope", "mode", "platform", "created"] as const).every((field) => before?.[field] === profile[field]);
  if (!isSame) writeDerivedFile(path, JSON.stringify({ schema: 1, ...profile }, null, 1));
}

/** Overwrites a file in place: one left half-written by a crash counts as lost. */
function overwrite(path: string, json: string): void {
  const bytes = Buffer.from(sealedJson(json));
  const write = (file: number): void => {
    writeWhole(file, bytes, 0);
    ftruncateSync(file, bytes.length);
  };
  writing(path, () => onFile(path, constants.O_RDWR | constants.O_CREAT, write));
}

/** The first line of a day's log. */
export const logTitle = (day: string): string => `# ${day}\n`;

export const logEntry = ({ time, author, role, text }: TranscriptMessage, days: Days): string =>
  `\n**${time === null ? "" : `${days.hour(time)} `}${author ?? role}**\n\n${text}\n`;

/**
 * How far notes were taken. Where `recent.json` is lost, the last section that the chat has in `memory.md` says so: notes aren't paid for twice.
 */
export function readState(files: ChatFiles, chat: string): CaptureState {
  const stored = readCaptureState(textIfThere(files.recent));
  if (stored !== null) return stored;
  const last = readMemory(memoryText(files.memory)).captures.findLast((section) => section.chat === chat);
  return last === undefined ? NOTHING_CAPTURED : { captured: last.to, capturedAt: last.at, failed: null };
}

export function writeState(files: ChatFiles, messages: readonly TranscriptMessage[], state: CaptureState): void {
  writeDerivedFile(files.recent, writeRecent(messages, state));
}

/** Not synced: derived files can be rebuilt from the messages. Sealed: what isn't as it was written counts as lost. */
function writeDerivedFile(path: string, json: string): void {
  writing(path, () => replaceFile(path, sealedJson(json), { durable: false }));
}

/** Ids that are valid folder names on every file system. */
const PLAIN = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
export const MESSAGES = "messages.jsonl";
/** The file of the notes that were taken from it. */
export const NOTES = "captures.jsonl";
/** The folder of the chats that belong to users. */
const USERS = "users";

/**
 * Where a chat's messages are kept: `chats/<chat>/messages.jsonl` for what the owner or everybody may see, `chats/users/<user>/<chat>/…`
 * for a user's own, so that two users may each have a chat of one name and neither learns of the other's.
 * @param chats the project's folder of chats
 */
export function chatFile(chats: string, chat: string, scope: Scope): string {
  const own = scope.startsWith("user:") ? [USERS, folderName(scope.slice("user:".length))] : [];
  return join(chats, ...own, folderName(chat), MESSAGES);
}

/** The files of a chat, beside its messages. All absolute. */
export type ChatFiles = Readonly<ReturnType<typeof chatFiles>>;

/**
 * @param messages as `chatFile` gives it
 * @param scope who may see the chat: of the owner's own chats one memory is shared, never with a chat that others see
 */
export function chatFiles(chats: string, messages: string, scope: Scope) {
  const folder = dirname(messages);
  return {
    messages,
    /** Mode, platform, when it was made and last used. */
    profile: join(folder, "profile.json"),
    /** The rolling window, and how far notes were taken. */
    recent: join(folder, "recent.json"),
    /** Notes: the owner's chats share one file. */
    memory: scope === "admin" ? join(chats, "memory.md") : join(folder, "memory.md"),
    /** Notes as they are indexed, one a line. */
    notes: join(folder, NOTES),
    /** One file a day, for people. */
    log: join(folder, "log"),
  };
}

/** The source of a chat's notes, as it is shown. */
export const notesName = (chat: string): string => `${chat} (notes)`;

function folderName(id: string): string {
  if (PLAIN.test(id) && id !== USERS) return id;
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 12);
  const plain = slug(id).slice(0, 40);
  return plain === "" ? digest : `${plain}.${digest}`;
}
