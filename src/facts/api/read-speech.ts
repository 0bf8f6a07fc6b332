import { LociError } from "../../model/error.ts";
import { parseScope, type Scope } from "../../model/caller.ts";
import type { FactSource } from "../../storage/ports/fact-store.ts";
import type { Speech } from "./facts.ts";

/** Speech with every default filled in. */
export interface ReadSpeech {
  readonly chat: string;
  readonly scope: Scope;
  /** Whether the caller named another scope than his own. */
  readonly explicit: boolean;
  readonly messageId: string;
  readonly time: number;
  readonly fromUser: boolean;
}

/** The scope of what the owner says of himself: nobody else sees it. */
export const OWN: Scope = "admin";

/**
 * Fills in what a caller left out.
 * @throws LociError `FACT_INVALID` when the time can't be read, `SCOPE_INVALID`
 */
export function readSpeech(speech: Speech, now: number, newId: () => string): ReadSpeech {
  return {
    chat: speech.chat ?? "",
    scope: parseScope(speech.scope ?? OWN),
    explicit: speech.scope !== undefined && speech.scope !== OWN,
    messageId: speech.messageId ?? newId(),
    time: moment(speech.time, now),
    fromUser: speech.role === undefined || speech.role === "user",
  };
}

/** The source of what is said in a sentence. */
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
  const read = time === undefined ? now : typeof time === "number" ? time : parsed(time);
  if (!Number.isFinite(read) || Math.abs(read) > 8.64e15)
    throw new LociError("FACT_INVALID", `'${String(time).slice(0, 40)}' is not a time`, {
      hint: "use ISO 8601, for example 2026-05-01T10:00:00Z",
    });
  return read;
}

/**
 * NaN for what names no year and for days that there are not: `Date.parse` puts "8 May" into 2001 and moves 30 February into March.
 */
function parsed(text: string): number {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  const isDay =
    day === undefined
      ? /(?<!\d)\d{4}(?!\d)/.test(text)
      : !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return isDay ? Date.parse(text) : Number.NaN;
}
