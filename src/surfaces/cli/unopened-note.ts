import type { Note } from "../../index.ts";
import { errorBody } from "../shared/error-body.ts";

/** What somebody should know whose service runs without one of its projects. @param thrown by opening it */
export function unopenedNote(project: string, thrown: unknown): Note {
  const { code, message, hint } = errorBody(thrown);
  return { code, message: `the project '${project}' can't be opened: ${message} [${code}]`, hint };
}
