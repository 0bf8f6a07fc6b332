import type { DatasetDocument } from "./dataset.ts";
import { sessionTime } from "./session-time.ts";

/** One line of the generic chat form of `loci mine`. */
export interface ChatLine {
  readonly session: string;
  readonly id: string;
  readonly role: string;
  readonly author?: string;
  readonly time?: string;
  readonly text: string;
  readonly caption?: string;
}

const SHARED_IMAGE = /\s*\[shared image: ([^\]]*)\]$/;
/** Roles of a chat with a machine; any other role of a turn is the name of a speaker. */
const MACHINE_ROLES: readonly string[] = ["user", "assistant", "system", "tool"];
const SPEAKER = /^(User|Assistant): /;

/**
 * A collection's document as chat messages: a turn is one message; a whole session in one text (`User: …`,
 * `Assistant: …` at line starts) is cut into its messages, with `id#n` as their ids.
 */
export function chatLines(document: DatasetDocument): readonly ChatLine[] {
  const time = sessionTime(document.date);
  const dated = time === null ? {} : { time };
  if (document.role !== "session") {
    const picture = SHARED_IMAGE.exec(document.text);
    const text = picture === null ? document.text : document.text.slice(0, picture.index);
    const caption = picture?.[1];
    const speaker = MACHINE_ROLES.includes(document.role.toLowerCase())
      ? { role: document.role.toLowerCase() }
      : { role: "user", author: document.role };
    return [{ session: document.session, id: document.id, ...speaker, ...dated, text, ...(caption && { caption }) }];
  }
  return document.text.split(/\n(?=(?:User|Assistant): )/).map((part, i) => {
    const speaker = SPEAKER.exec(part);
    const role = speaker?.[1] === "Assistant" ? "assistant" : "user";
    return {
      session: document.session,
      id: `${document.id}#${i}`,
      role,
      ...dated,
      text: speaker === null ? part : part.slice(speaker[0].length),
    };
  });
}
