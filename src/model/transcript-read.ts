import type { SessionTitle, SkippedMessage, TranscriptMessage } from "./transcript-message.ts";
/** One thing that a transcript holds: a message, a session's title, or an entry that was left out with its reason. */
export type TranscriptItem =
  | TranscriptMessage
  | { readonly skipped: SkippedMessage }
  | { readonly titled: SessionTitle };

/** What a transcript holds, in order. */
export type TranscriptContent = AsyncIterable<TranscriptItem>;

/** How far a transcript was read, whatever form it has. */
export type ReadPosition = Omit<TranscriptCursor, "format">;

/** A transcript being read, perhaps on from where an earlier reading ended. */
export interface TranscriptRead {
  /** Null for what isn't known before it is read. */
  readonly format: TranscriptFormat | null;
  readonly content: TranscriptContent;
  /** `content` is only what came since the position that was given; what stood before it is as it was. */
  readonly continued: boolean;
  /** A position was given, and what stands before it isn't what was read then. */
  readonly rewritten: boolean;
  /** Where to go on the next time; null until `content` has ended, and for forms that are written anew each time. */
  readonly position: () => ReadPosition | null;
}

/**
 * Reads the messages of one transcript file, in order.
 *
 * @param path as it is known inside its source; named in errors
 * @param file absolute
 * @param since where an earlier reading of the same file ended; null for none
 * @throws LociError `TRANSCRIPT_UNRECOGNISED`, `FILE_SKIPPED`, `PATH_NOT_FOUND`, `PATH_UNREADABLE`, at once or while `content` is read
 */
export type TranscriptReader = (path: string, file: string, since: ReadPosition | null) => Promise<TranscriptRead>;

/** Histories of agents, chats of people, mail, and texts that can be read. `jsonl` is the generic form, one message a line. */
export const TRANSCRIPT_FORMATS = [
  ...(["claude-code", "codex", "gemini", "cursor", "opencode", "copilot", "copilot-cli", "cline", "qwen"] as const),
  ...(["pi", "kimi", "droid", "amp", "aider", "specstory", "claude-code-screen", "claude-memory"] as const),
  ...(["chatgpt", "claude", "slack", "whatsapp", "telegram", "discord", "messenger", "zulip", "mbox"] as const),
  ...(["messages", "jsonl", "text"] as const),
] as const;

/** One of the forms of transcripts. */
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/**
 * What an entry is, beside who said it. `message`: said in the conversation. `tool`: a call of a tool or its result. `summary`: written by
 * the tool over what went before. `sidechain`: said to or by a helper, or in a branch that was given up. `context`: put in by the tool
 * itself (environment, instructions, joins and leaves).
 */
export type TranscriptKind = "message" | "tool" | "summary" | "sidechain" | "context";

/** A message of a transcript, as its tool tells it. */
export interface TranscriptEntry extends Omit<TranscriptMessage, "parent"> {
  readonly kind: TranscriptKind;
  /** The conversation's title, or null. */
  readonly title: string | null;
  /** It stands in a branch that was given up, or was taken back; else a `sidechain` is a helper's. */
  readonly abandoned?: boolean;
  /** Its session was written by a program: nobody typed in it. */
  readonly programmed?: boolean;
  /** The entry only says what its session is called: its text is no message. */
  readonly titleBy?: SessionTitle["by"];
}

/** A record that was left out, and why. */
export interface TranscriptProblem {
  /** The file inside an archive or folder; empty for a plain file. */
  readonly file: string;
  /** 1-based line, or 1-based ordinal of the conversation or message. */
  readonly line: number;
  readonly reason: string;
}

/** How far a transcript was read, so that a longer one is continued and another one noticed. */
export interface TranscriptCursor {
  readonly format: TranscriptFormat;
  /** Bytes that were read. */
  readonly offset: number;
  /** Id of the last message; null when there was none. */
  readonly lastId: string | null;
  /** SHA-256 of those bytes, hex. */
  readonly hash: string;
}
