import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Scope } from "../../model/scope.ts";
import { slug } from "../../text/slug.ts";

/** Ids that are their own folder's name on every file system. */
const PLAIN = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
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
  return join(chats, ...own, folderName(chat), "messages.jsonl");
}

function folderName(id: string): string {
  if (PLAIN.test(id) && id !== USERS) return id;
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 12);
  const plain = slug(id).slice(0, 40);
  return plain === "" ? digest : `${plain}.${digest}`;
}
