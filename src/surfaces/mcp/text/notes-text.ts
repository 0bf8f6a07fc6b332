import type { Note } from "../../../index.ts";
import { hintForAgents } from "../hint-for-agents.ts";

/** What should be known of an answer, a line each. */
export function notesText(notes: readonly Note[]): readonly string[] {
  return notes.map(({ code, message, hint }) => `Note ${code}: ${message}${hint === "" ? "" : ` (${hintForAgents(hint)})`}`);
}
