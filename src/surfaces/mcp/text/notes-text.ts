import type { Note } from "../../../index.ts";

/** What should be known of an answer, a line each. */
export function notesText(notes: readonly Note[]): readonly string[] {
  return notes.map(({ code, message, hint }) => `Note ${code}: ${message}${hint === "" ? "" : ` (${hint})`}`);
}
