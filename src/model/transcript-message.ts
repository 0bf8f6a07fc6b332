/** One message of a transcript, whatever tool it comes from. */
export interface TranscriptMessage {
  /** The conversation's session: one session becomes one document. */
  readonly session: string;
  /** The id that the tool gave it; unique in its session. */
  readonly id: string;
  readonly role: string;
  readonly author: string | null;
  /** ISO 8601 with zone, or null when the tool gave none. */
  readonly time: string | null;
  /** Exact, never trimmed. May be empty when there is a caption. */
  readonly text: string;
  /** Description of an attached picture. */
  readonly caption: string | null;
  /** 1-based line, or ordinal of the entry, in its file: for reports only, no part of the message. */
  readonly line?: number;
  /** The folder that the tool worked in: where its session belongs, no part of the message. */
  readonly workspace?: string;
}

/** A line or entry of a transcript that was left out, and why. */
export interface SkippedMessage {
  /** 1-based line, or ordinal of the entry. */
  readonly line: number;
  readonly reason: string;
}
