import type { TellResult } from "../../facts/api/facts.ts";
import type { Caller } from "../../model/caller.ts";
import type { Scope } from "../../model/scope.ts";
import type { AddedMessage, AddMessageOptions, ChatMessage, LiveChats } from "../chats/live-chats.ts";
import type { OpenedProject } from "../opened-project.ts";

/** What a message of a chat led to beside being kept. */
export type KeptOfMessage = Pick<TellResult, "route" | "reason" | "changed" | "text" | "topic" | "items">;

/** A message that was added, and what was kept of it as facts or notes; null where it was about none. */
export interface ToldMessage extends AddedMessage {
  readonly facts: KeptOfMessage | null;
}

/** Appends a message to its chat; a user's feeds facts as it was said, where `chat.facts` is on. */
export async function addAndTell(
  { project, chats }: { readonly project: OpenedProject; readonly chats: LiveChats },
  chat: string,
  message: ChatMessage,
  options: AddMessageOptions = {},
): Promise<ToldMessage> {
  const added = await chats.add(chat, message, options);
  const { caller = "owner" } = options;
  if (!project.settings.chat.facts || message.role !== "user" || !added.added || caller === "public")
    return { ...added, facts: null };
  const { route, reason, changed, text, topic, items } = await project.facts.tell(message.text, {
    chat,
    messageId: added.id,
    scope: scopeOf(caller, added.scope),
    ...(message.time !== undefined && { time: message.time }),
  });
  return { ...added, facts: text === "" ? null : { route, reason, changed, text, topic, items } };
}

/** Facts of a caller are his own; the owner's are those of whom the chat is for. */
function scopeOf(caller: Caller, chat: Scope): Scope {
  return caller === "owner" || caller === "public" ? chat : caller;
}
