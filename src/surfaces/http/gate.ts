import type { KnownIdentity } from "../../index.ts";
import type { Turnstile } from "./turnstile.ts";

/** What stands between a request and its route. */
export interface Gate {
  /** @throws LociError `FORBIDDEN` */
  readonly guardHost: (headers: Headers) => void;
  /** Who a token stands for; null for none. */
  readonly identify: (token: string) => KnownIdentity | null;
  /** Who a cookie of the page stands for; null for none. */
  readonly identifyCookie: (cookie: string) => KnownIdentity | null;
  /** Whether a caller may ask once more. */
  readonly allows: (key: string) => boolean;
  /** Whether one more wrong token is listened to. */
  readonly allowsFailure: (key: string) => boolean;
  /** Lets requests work a few at a time, callers in turn. */
  readonly turns: Turnstile;
  /** The same for documents that are handed over, which take seconds. */
  readonly uploads: Turnstile;
  /** The project of requests that name none. */
  readonly defaultProject: string;
  /** Largest JSON body, bytes. */
  readonly maxBody: number;
  /** Time for an answer, milliseconds. */
  readonly timeLimit: number;
}
