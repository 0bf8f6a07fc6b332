import type { TranscriptMessage } from "./transcript-message.ts";

/** Transcripts of other tools that can be read. `jsonl` is the generic form, one message a line. */
export type TranscriptFormat = "claude-code" | "codex" | "gemini" | "chatgpt" | "claude" | "slack" | "jsonl" | "text";

/**
 * What an entry is, beside who said it. `message`: said in the conversation. `tool`: a call of a tool or its result. `summary`: written by
 * the tool over what went before. `sidechain`: said to or by a helper, or in a branch that was given up. `context`: put in by the tool
 * itself (environment, instructions, joins and leaves).
 */
export type TranscriptKind = "message" | "tool" | "summary" | "sidechain" | "context";

/** A message of a transcript with its place in the conversation. */
export interface TranscriptEntry extends TranscriptMessage {
  readonly kind: TranscriptKind;
  /** Id of the message that this one answers: the one before, or the start of its thread; null where the tool doesn't say. */
  readonly parent: string | null;
  /** Ascending inside a session; with gaps. */
  readonly order: number;
  /** The conversation's title, or null. */
  readonly title: string | null;
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
