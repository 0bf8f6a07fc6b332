import type { MessageMark } from "./message-role.ts";

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
  /** Records that hold no message, by name; complete when `content` has ended, and missing where a form has none such. */
  readonly leftOut?: ReadonlyMap<string, number>;
  /** Where to go on the next time; null until `content` has ended, and for forms that are written anew each time. */
  readonly position: () => ReadPosition | null;
}

/**
 * Reads the messages of one transcript file, in order.
 * @param path as it is known inside its source; named in errors
 * @param file absolute
 * @param since where an earlier reading of the same file ended; null for none
 * @throws LociError `TRANSCRIPT_UNRECOGNISED`, `FILE_SKIPPED`, `PATH_NOT_FOUND`, `PATH_UNREADABLE`, at once or while `content` is read
 */
export type TranscriptReader = (path: string, file: string, since: ReadPosition | null) => Promise<TranscriptRead>;

/** Histories of agents that can be read. */
export const AGENT_FORMATS = [
  ...(["claude-code", "codex", "gemini", "cursor", "opencode", "copilot", "copilot-cli", "cline", "qwen"] as const),
  ...(["pi", "kimi", "droid", "amp", "aider", "specstory", "claude-code-screen", "claude-memory"] as const),
] as const;
/** Histories of agents, chats of people, mail, and texts that can be read. `jsonl` is the generic form, one message a line. */
export const TRANSCRIPT_FORMATS = [
  ...AGENT_FORMATS,
  ...(["chatgpt", "claude", "slack", "whatsapp", "telegram", "discord", "messenger", "zulip", "mbox"] as const),
  ...(["google-chat", "skype", "signal", "irc"] as const),
  ...(["gemini-app", "grok", "open-webui", "librechat", "sillytavern"] as const),
  ...(["messages", "jsonl", "text"] as const),
] as const;

/** Files of an export that are no chats, and that somebody may miss: what is remembered, projects and their documents. */
export const BESIDE_CHATS =
  /(?:^|\/)(?:[\w-]*memor(?:y|ies)|projects?|custom_instructions|artifacts)(?:\/[^/]+)*\.(?:json|md|txt)$/iu;

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
  readonly title: string | null;
  /** It stands in a branch that was given up, or was taken back; else a `sidechain` is a helper's. */
  readonly abandoned?: boolean;
  /** Its session was written by a program: nobody typed in it. */
  readonly programmed?: boolean;
  /** The entry only says what its session is called: its text is no message. */
  readonly titleBy?: SessionTitle["by"];
}

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
  /** Kinds of the secrets that were replaced in it, one for each: for reports only, no part of the message. */
  readonly redacted?: readonly string[];
  /** Id of the message that it answers, where its chat says so. */
  readonly parent?: string;
  /** The folder that the tool worked in: where its session belongs, no part of the message. */
  readonly workspace?: string;
  /** What an answer of an assistant stood on, by name: it is recalled as an answer from there, never as something that a user said. */
  readonly sources?: readonly string[];
  /** The same by labels and ids of drawers: each citation in the order of the text, with what its check found, then what was only shown. */
  readonly passages?: readonly {
    readonly label: string;
    readonly id: string | null;
    readonly verdict: string | null;
  }[];
  /** Ids of the messages that a note was taken from; only notes have it. */
  readonly from?: readonly string[];
}

export interface SkippedMessage {
  /** 1-based line, or ordinal of the entry. */
  readonly line: number;
  readonly reason: string;
}

export interface SessionTitle {
  readonly session: string;
  readonly title: string;
  /** Who gave it: what a person wrote stands above what a tool made up. */
  readonly by: "person" | "tool";
}
