import type { TranscriptMessage } from "../../model/transcript-message.ts";

/** Everything of a message that its drawers are made of, as one text: two messages of a session with the same say the same. */
export function messageContent({ id, role, author, time, text, caption, marks }: TranscriptMessage): string {
  return JSON.stringify([id, role, author, time, text, caption, ...(marks === undefined ? [] : [marks])]);
}
