import type { MessageMark } from "./message-role.ts";

/** One message of a transcript, whatever tool it comes from. */
export interface TranscriptMessage {
  /** The conversation's session: one session becomes one document. */
  readonly session: string;
  /** The id that the tool gave it; unique in its session. */
  readonly id: string;
  /** One of `MESSAGE_ROLES`; in the generic form what its line says. */
  readonly role: string;
  /** What it is beside its role; left out where there is nothing to say. */
  readonly marks?: readonly MessageMark[];
  readonly author: string | null;
  /** ISO 8601 with zone, or null when the tool gave none. */
  readonly time: string | null;
  /** Exact, never trimmed. May be empty when there is a caption. */
  readonly text: string;
  /** Description of an attached picture. */
  readonly caption: string | null;
  /** 1-based line, or ordinal of the entry, in its file: for reports only, no part of the message. */
  readonly line?: number;
  /** Id of the message that it answers, where its chat says so. */
  readonly parent?: string;
  /** The folder that the tool worked in: where its session belongs, no part of the message. */
  readonly workspace?: string;
  /** What an answer of an assistant stood on, by name: it is recalled as an answer from there, never as something that a user said. */
  readonly sources?: readonly string[];
  /** Ids of the messages that a note was taken from; only notes have it. */
  readonly from?: readonly string[];
}

/** A line or entry of a transcript that was left out, and why. */
export interface SkippedMessage {
  /** 1-based line, or ordinal of the entry. */
  readonly line: number;
  readonly reason: string;
}

/** What a session is called. */
export interface SessionTitle {
  readonly session: string;
  readonly title: string;
  /** Who gave it: what a person wrote stands above what a tool made up. */
  readonly by: "person" | "tool";
}
