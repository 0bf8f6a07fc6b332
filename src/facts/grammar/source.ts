import type { Token } from "./token.ts";

/** The text and its tokens. */
export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** What surrounded a form inside its clause. */
export interface Surroundings {
  /** The clause ends in a question mark. */
  readonly question: boolean;
  /** Its sentence does. */
  readonly asked: boolean;
  /** A lead said "actually", or a tail "now". */
  readonly correction: boolean;
  /** The clause is the whole message. */
  readonly alone: boolean;
  /** A lead made a request of it: "can you …". */
  readonly request: boolean;
  /** A lead asked to be shown something: "tell me …". */
  readonly shown: boolean;
}
