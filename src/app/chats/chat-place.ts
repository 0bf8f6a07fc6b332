import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { Scope } from "../../model/scope.ts";
import { slug } from "../../text/slug.ts";

/** Ids that are valid folder names on every file system. */
const PLAIN = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
/** The file of a chat's messages. */
export const MESSAGES = "messages.jsonl";
/** The file of the notes that were taken from it. */
export const NOTES = "captures.jsonl";
/** The folder of the chats that belong to users. */
const USERS = "users";

/**
 * Where a chat's messages are kept: `chats/<chat>/messages.jsonl` for what the owner or everybody may see, `chats/users/<user>/<chat>/…`
 * for a user's own, so that two users may each have a chat of one name and neither learns of the other's.
 *
 * @param chats the project's folder of chats
 */
export function chatFile(chats: string, chat: string, scope: Scope): string {
  const own = scope.startsWith("user:") ? [USERS, folderName(scope.slice("user:".length))] : [];
  return join(chats, ...own, folderName(chat), MESSAGES);
}

/** The files of a chat, beside its messages. All absolute. */
export interface ChatFiles {
  readonly messages: string;
  /** Mode, platform, when it was made and last used. */
  readonly profile: string;
  /** The rolling window, and how far notes were taken. */
  readonly recent: string;
  /** Notes: the owner's chats share one file. */
  readonly memory: string;
  /** Notes as they are indexed, one a line. */
  readonly notes: string;
  /** One file a day, for people. */
  readonly log: string;
}

/**
 * @param messages as `chatFile` gives it
 * @param scope who may see the chat: of the owner's own chats one memory is shared, never with a chat that others see
 */
export function chatFiles(chats: string, messages: string, scope: Scope): ChatFiles {
  const folder = dirname(messages);
  return {
    messages,
    profile: join(folder, "profile.json"),
    recent: join(folder, "recent.json"),
    memory: scope === "admin" ? join(chats, "memory.md") : join(folder, "memory.md"),
    notes: join(folder, NOTES),
    log: join(folder, "log"),
  };
}

/** The source of a chat's notes, as it is shown. */
export function notesName(chat: string): string {
  return `${chat} (notes)`;
}

function folderName(id: string): string {
  if (PLAIN.test(id) && id !== USERS) return id;
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 12);
  const plain = slug(id).slice(0, 40);
  return plain === "" ? digest : `${plain}.${digest}`;
}
