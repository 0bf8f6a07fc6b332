import type { Identity } from "../../index.ts";

/** What stands between a request and its route. */
export interface Gate {
  /** @throws LociError `FORBIDDEN` */
  readonly guardHost: (headers: Headers) => void;
  /** Who a token stands for; null for none. */
  readonly identify: (token: string) => Identity | null;
  /** Whether a caller may ask once more. */
  readonly allows: (key: string) => boolean;
  /** Whether one more wrong token is listened to. */
  readonly allowsFailure: (key: string) => boolean;
  /** The project of requests that name none. */
  readonly defaultProject: string;
  /** Largest JSON body, bytes. */
  readonly maxBody: number;
  /** Time for an answer, milliseconds. */
  readonly timeLimit: number;
}
