import type { ErrorCode } from "./error.ts";
import type { NextStep } from "./next-step.ts";

/** Everything that a note can say, by name; an error that ended only a part is one, too. A code never changes its meaning. */
export type NoteCode =
  | ErrorCode
  | "ANSWER_CUT"
  | "ANSWER_EMPTY"
  | "CAPTURE_FAILED"
  | "CATALOG_DAMAGED"
  | "CATALOG_RESTORED"
  | "CONFIG_UNTRUSTED"
  | "EMBEDDINGS_REMADE"
  | "ENCODING_ASSUMED"
  | "FACT_STORED"
  | "FEWER_PASSAGES"
  | "FIELD_READ_AS_WORDS"
  | "FILTER_EMPTY"
  | "FRONT_MATTER_UNREADABLE"
  | "INCLUDE_MATCHES_NOTHING"
  | "INDEX_INCOMPLETE"
  | "INDEX_REBUILT"
  | "INDEX_PARTIAL"
  | "INTERRUPTED"
  | "LIST_CUT"
  | "MORE"
  | "NOTHING_PROVED"
  | "NO_LANGUAGE_MODEL"
  | "PAGES_UNREADABLE"
  | "PAUSED"
  | "PHRASE_ABSENT"
  | "PROJECT_EMPTY"
  | "PROJECT_CANDIDATE"
  | "SESSION_WITHOUT_FOLDER"
  | "QUERY_READ_AS_PROSE"
  | "REACHABLE"
  | "READ_ONLY"
  | "RECORDS_LEFT_OUT"
  | "FORGOTTEN_LEFT_OUT"
  | "QUERY_SHORTENED"
  | "QUERY_STOP_WORDS_ONLY"
  | "SCOPE_IGNORED"
  | "CHAT_AS_TEXT"
  | "SECRETS_REDACTED"
  | "UNCITED"
  | "VARIABLE_IGNORED"
  | "SERVED_ALREADY"
  | "SOURCE_EMPTY"
  | "SOURCE_GONE"
  | "CHAT_CUT"
  | "CHAT_RESTORED"
  | "SOURCE_OVERLAPS"
  | "SUBJECT_ABSENT"
  | "TIME_ALONE"
  | "TIME_EMPTY"
  | "TRANSCRIPT_REWRITTEN"
  | "TRANSCRIPT_UNKNOWN"
  | "TRANSCRIPT_WITHOUT_TIMES"
  | "VECTORS_INCOMPLETE"
  | "MEANING_APPROXIMATE"
  | "WORDS_EXCLUDED"
  | "WORDS_RESPELT"
  /** A sign of other search engines was read as something weaker than there. */
  | "SIGN_READ_LOOSELY";

/** Something that the caller should know about an answer, with the next step. */
export interface Note {
  readonly code: NoteCode;
  readonly message: string;
  /** The next step, in the words of the command line. */
  readonly hint: string;
  /** The next step as data, where it names an operation or an option. */
  readonly step?: NextStep;
}
