import type { Answer } from "../../operations/answers/answer.ts";
import type { ChangedList, factsAnswerSchema, factsToldSchema, ListedFacts } from "../../operations/answers/facts.ts";
import type { Note } from "../../model/note.ts";
import type { Route, RouteReason } from "../router/route.ts";
import type { FactsVerb } from "../../model/requests/index.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactEffect, FactOperation } from "../../storage/ports/fact-store.ts";

/** Who speaks, where, and when. */
export interface Speech {
  /**
   * The chat that it is said in; commands and questions without a topic are about this chat's last list. Default "".
   */
  readonly chat?: string | undefined;
  /**
   * Whose lists: default `admin`, the owner's own, which nobody else sees; `kb` is the project's, which everybody of
   * it sees; `user:ID` is a user's own.
   */
  readonly scope?: Scope | undefined;
  /** Default: a new id. */
  readonly messageId?: string | undefined;
  /** When it was said, ISO 8601 or milliseconds since the epoch; default now. What was said later stays. */
  readonly time?: string | number | undefined;
  /** What stood in the list, in order, when a change by a verb was thought of; another list refuses it with `FACT_CHANGED`. */
  readonly seen?: readonly string[] | undefined;
  /** Only a user's words are a source of facts; default `user`. */
  readonly role?: string | undefined;
}

/** Keeps a note word for word, dated; `secret` where it holds one and isn't kept. */
export type KeepNote = (note: {
  readonly text: string;
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly time: number;
}) => Promise<"kept" | "secret">;

/** Who asks, where, and as of when. */
export interface AskSpeech extends Pick<Speech, "chat" | "scope" | "time"> {
  /** Answers from what had been said by then, ISO 8601 or milliseconds since the epoch. */
  readonly asOf?: string | number | undefined;
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

/** What `list` shows of all that is stored. */
export interface FactPage {
  /** `ranked`: lists and favourites; `attribute`: exact facts; default `all`. */
  readonly kind?: "ranked" | "attribute" | "all";
  /** How many are left out at the beginning; default 0. */
  readonly offset?: number;
  /** How many are shown at most; default all. */
  readonly limit?: number;
  /** Whether nobody asked for each of them by name, as in a prompt: a secret's value is left out then. */
  readonly unasked?: boolean;
}

/** A verb that changes one list. */
export type ListVerb = Exclude<FactsVerb, "undo">;

/** A change without grammar; `FACTS_VERBS` of `model/requests` says which fields a verb needs. */
export interface ListChange {
  readonly op: ListVerb;
  /** The list; of `put` whose and what, such as "our staging port". */
  readonly topic: string;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
  /** An item by its name, or by its rank as `#2`. */
  readonly item?: string | undefined;
  readonly other?: string | undefined;
  /** From 1. */
  readonly rank?: number | undefined;
  /** Of `put`: beside what is there. */
  readonly also?: boolean;
}

/** One entry of a list's history. */
export interface HistoryEntry {
  readonly topic: string;
  readonly at: string;
  readonly recordedAt: string;
  readonly chat: string;
  readonly messageId: string;
  readonly sentence: string;
  readonly reason: string;
  readonly operations: readonly FactOperation[];
  readonly effect: FactEffect;
  readonly undone: boolean;
}

/** A list or an exact fact that holds words, or whose history does. */
export interface SaidList {
  readonly topic: string;
  readonly scope: Scope;
  /** Whether all of it goes with them, history and all; else what was said of it in `sentences`. */
  readonly isWhole: boolean;
  readonly sentences: readonly string[];
}

/** What taking back came to. */
export interface UndoResult {
  readonly changed: boolean;
  readonly text: string;
  readonly lists: readonly ChangedList[];
}

/**
 * Ranked lists and single favourites: stated once, stored exactly, answered exactly, without a language model.
 *
 * Every change is one transaction. Errors of all calls: `FACT_INVALID` for an unusable argument, `FACT_NOT_FOUND` for a
 * topic or item that isn't there, and those of the store.
 *
 * @example
 * await facts.tell("My favorite fonts are 1) Garamond, 2) Futura", { chat: "a" });
 * (await facts.ask("What's my second favorite font?", { chat: "a" })).text; // "Your 2nd favorite font is Futura."
 */
export interface Facts {
  /** Takes in a message: stores what it states, does what it commands, answers what it asks, hands back the rest. */
  tell(text: string, speech?: Speech): Promise<TellResult>;
  /** Answers a question; never changes a list. Remembers the list for questions that follow in the chat. */
  ask(text: string, speech?: AskSpeech): Promise<AskResult>;
  /** Where a message would go, and why; changes nothing. */
  route(
    text: string,
    speech?: AskSpeech,
  ): Promise<{ readonly route: Route; readonly reason: RouteReason; readonly rest: string }>;
  /**
   * All lists that hold something, sorted by topic: those that a scope sees (its own, and the project's where it has
   * none), of every scope when `scope` is null.
   */
  list(scope?: Scope | null, page?: FactPage): Promise<readonly ListedFacts[]>;
  /** One list. @throws LociError `FACT_NOT_FOUND` */
  show(topic: string, scope?: Scope, asOf?: string | number): Promise<ListedFacts>;
  /**
   * Everything that happened to a list, oldest first. @throws LociError `FACT_NOT_FOUND`
   */
  history(topic: string, scope?: Scope): Promise<readonly HistoryEntry[]>;
  /**
   * The lists and exact facts of a scope, of every scope when it is null, whose topic, values or history hold something.
   * With `yes` it is forgotten, as if it had never been said.
   *
   * Cost: every change of these lists.
   */
  forgetWords(
    holds: (text: string) => boolean,
    options?: { readonly scope?: Scope | null; readonly yes?: boolean },
  ): Promise<readonly SaidList[]>;
  /** A text as it may be kept: without secrets that it states as facts, and those that facts of its scope hold or held. */
  withoutSecrets(kept: KeptText): Promise<string>;
  /** Takes back the last change of a chat, or of the project when no chat is given. */
  undo(speech?: Speech): Promise<UndoResult>;
  /**
   * Changes a list or an exact fact without grammar. A set past the end appends; `put` sets an exact fact, such as "Anna's
   * birthday"; `clear` empties a list; `erase` removes it for good, with all of its history, so that nothing of it can be
   * taken back or asked of the past. What chats and documents say stays.
   *
   * @throws LociError `FACT_INVALID`, `FACT_NOT_FOUND`, `FACT_CHANGED` where `speech.seen` isn't what stands there
   * @example await facts.change({ op: "move", topic: "fonts", item: "Futura", rank: 1 });
   */
  change(change: ListChange, speech?: Speech): Promise<ChangedList>;
  /**
   * Forgets a chat, or only some of its messages: what was said in it never was. Gives the lists that changed.
   *
   * @param scopes of whose lists; all by default
   * @param messages ids; all by default
   */
  deleteChat(chat: string, scopes?: readonly Scope[], messages?: readonly string[]): Promise<readonly ChangedList[]>;
  /**
   * Writes the files (`facts/<topic>.md`) of all lists anew, for people to read.
   */
  sync(): Promise<SyncReport>;
  /** Bytes that the facts of a scope take, with their history. */
  bytes(scope: Scope): Promise<number>;
  /** Compares every list with the replay of its history. Empty when all agree. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What `sync` did: the files that were written. */
export interface SyncReport {
  readonly written: readonly string[];
}
