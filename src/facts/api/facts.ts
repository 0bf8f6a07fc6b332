import type { Answer } from "../../operations/answers/answer.ts";
import type { factListSchema, factsAnswerSchema, factsToldSchema } from "../../operations/answers/facts.ts";
import type { Note } from "../../model/note.ts";
import type { RouteReason } from "../router/fact-view.ts";
import type { CHANGE_FACTS, FactsVerb, LIST_FACTS, OptionsOf } from "../../model/requests/index.ts";
import { type Scope, parseScope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { FactSource } from "../../storage/ports/fact-store.ts";
import { isoDate } from "../../text/iso-date.ts";

/** Who speaks, where, and when. Without a scope it is the owner's own, `admin`; `seen` is of a change by a verb. */
export type Speech = Omit<
  OptionsOf<typeof CHANGE_FACTS, "op" | "topic" | "value" | "values" | "item" | "other" | "rank">,
  "caller" | "time" | "scope"
> & {
  readonly scope?: Scope | undefined;
  /** When it was said, ISO 8601 or milliseconds since the epoch; default now. What was said later stays. */
  readonly time?: string | number | undefined;
  /** Only a user's words are a source of facts; default `user`. */
  readonly role?: string | undefined;
};

/** Keeps a note word for word, dated; false where it holds a secret and isn't kept. */
export type KeepNote = (note: {
  readonly text: string;
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly time: number;
}) => Promise<boolean>;

export interface AskSpeech extends Pick<Speech, "chat" | "scope"> {
  /** Answers from what had been said by then, ISO 8601 or milliseconds since the epoch. */
  readonly asOf?: string | number | undefined;
  /** Whether it was asked of a search: a secret's value is left out, and no later question refers to this one. */
  readonly isSearch?: boolean;
  /** Whether a prompt asked, which takes nothing but answers: what sounds like a change isn't looked for. */
  readonly isPrompt?: boolean;
}

type Reasoned<T> = Omit<T, "reason" | "notes"> & { readonly reason: RouteReason; readonly notes: readonly Note[] };

/** What became of a message that was told. */
export type TellResult = Reasoned<Answer<typeof factsToldSchema>>;

/** The answer to a message that was asked. Without `kind`: it is no question about lists. */
export type AskResult = Reasoned<Answer<typeof factsAnswerSchema>>;

/** A text that is about to be kept, and in whose chat. */
export interface KeptText {
  readonly text: string;
  readonly scope: Scope;
  readonly chat: string;
  /** A speaker may state new ones, an answer may tell any; of a history, which is long, what is known is looked for alone. */
  readonly by: "speaker" | "answer" | "history";
}

/** What `list` shows of all that is stored: all of it by default. */
export interface FactPage extends Omit<OptionsOf<typeof LIST_FACTS>, "scope" | "caller"> {
  readonly secret?: boolean;
  /** Whether `later` also holds what a search finds of what people said since, for the first lists: a search each. */
  readonly checked?: boolean;
}

export type ListVerb = Exclude<FactsVerb, "undo">;

/** A change without grammar; `FACTS_VERBS` of `model/requests` says which fields a verb needs. */
export type ListChange = Pick<OptionsOf<typeof CHANGE_FACTS>, "value" | "values" | "item" | "other" | "rank"> & {
  readonly op: ListVerb;
  /** The list; of `put` whose and what, such as "our staging port". */
  readonly topic: string;
};

export type HistoryEntry = Answer<typeof factListSchema>["history"][number];

/** A list or an exact fact that holds words, or whose history does. */
export interface SaidList {
  readonly topic: string;
  readonly scope: Scope;
  /** Whether all of it goes with them, history and all; else what was said of it in `sentences`. */
  readonly isWhole: boolean;
  readonly sentences: readonly string[];
}

/** What taking back came to. */
export type UndoResult = Pick<TellResult, "changed" | "text" | "lists">;

/** Speech with every default filled in. */
export interface ReadSpeech extends Pick<FactSource, "chat" | "messageId" | "time"> {
  readonly scope: Scope;
  /** Whether the caller named another scope than his own. */
  readonly explicit: boolean;
  readonly fromUser: boolean;
}

/** The scope of what the owner says of himself: nobody else sees it. */
export const OWN: Scope = "admin";

/**
 * Fills in what a caller left out.
 * @throws LociError `FACT_INVALID` when the time can't be read, `SCOPE_INVALID`
 */
export const readSpeech = (speech: Speech, now: number, newId: () => string): ReadSpeech => ({
  chat: speech.chat ?? "",
  scope: parseScope(speech.scope ?? OWN),
  explicit: speech.scope !== undefined && speech.scope !== OWN,
  messageId: speech.messageId ?? newId(),
  time: moment(speech.time, now),
  fromUser: speech.role === undefined || speech.role === "user",
});

export function sourceOf(speech: ReadSpeech, sentence: string): FactSource {
  // A sentence is evidence, not a copy of the message: enough to recognise it by.
  return {
    messageId: speech.messageId,
    chat: speech.chat,
    sentence: sentence.length > 1000 ? `${sentence.slice(0, 999)}…` : sentence,
    time: speech.time,
  };
}

/** A time as milliseconds since the epoch. @throws LociError `FACT_INVALID` when it can't be read */
export function moment(time: string | number | undefined, now: number): number {
  const read = typeof time === "string" ? Date.parse(isoDate(time) ?? "") : (time ?? now);
  if (Math.abs(read) <= 8.64e15) return read;
  throw new LociError("FACT_INVALID", `'${String(time).slice(0, 40)}' is not a time`, {
    hint: "use ISO 8601, for example 2026-05-01T10:00:00Z",
  });
}
