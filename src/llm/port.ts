import type { Caller } from "../model/caller.ts";

/**
 * A question in, an answer out, piece by piece.
 *
 * Contract, for every provider:
 * - `stream` makes one request of the provider at a time and gives the answer's pieces in order, then exactly one `end`. Joined, the pieces are the
 *   answer.
 * - A request that fails before its first piece is tried again, a few times, with growing pauses or the pause that the provider asked for. After
 *   the first piece nothing is tried again: half an answer, then another one, would be read as one.
 * - Exhausted quota, a refused key and a request that the provider finds wrong end it at once.
 * - There is always a time-out, for the whole and for the pause between two pieces.
 * - An aborted signal ends it with `CANCELLED`. Leaving the loop early closes the connection.
 * - No error holds a key, a prompt or an answer.
 *
 * Errors: `MODEL_UNAVAILABLE` with `details.reason`, see `ModelFault`; `CANCELLED`.
 */
export interface LanguageModel {
  readonly identity: { readonly provider: string; readonly model: string };
  /** Where texts go to, without query and credentials. */
  readonly endpoint: string;
  /** Whether they stay on this machine. */
  readonly local: boolean;
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** What a model is asked. It has no tools: nothing in it can make it act. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly maxOutputTokens: number;
  /** 0–2; the provider's own by default. */
  readonly temperature?: number;
  /** What the call is for, in the account of spending: `ask`, `capture`, `flush`. */
  readonly job: string;
  /** For whom, in that account; the owner by default. */
  readonly caller?: Caller;
  readonly signal?: AbortSignal | undefined;
}

/** Tokens of a request and its answer. `estimated`: the provider didn't say. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly estimated: boolean;
}

/** A piece of an answer, or its end. */
export type ModelEvent =
  | { readonly kind: "delta"; readonly text: string }
  | { readonly kind: "end"; readonly usage: ModelUsage; readonly cutAtLimit: boolean };

export type ModelFault =
  | "not_configured"
  | "no_key"
  | "key_refused"
  | "quota_exhausted"
  | "rate_limited"
  | "over_budget"
  | "over_own_budget"
  | "no_own_budget"
  | "request_refused"
  | "context_too_long"
  | "overloaded"
  | "timeout"
  | "cut_off"
  | "unreachable"
  | "unexpected";

/** The whole answer of a model. @throws as `LanguageModel` */
export async function generate(
  model: LanguageModel,
  request: ModelRequest,
): Promise<{ readonly text: string; readonly usage: ModelUsage; readonly cutAtLimit: boolean }> {
  let text = "";
  for await (const event of model.stream(request)) {
    if (event.kind === "delta") text += event.text;
    else return { text, usage: event.usage, cutAtLimit: event.cutAtLimit };
  }
  throw new Error("a model's stream ended without its end");
}

/** Tokens of a text, roughly: four Latin characters, or one of a wide script. An upper guess for prose. */
export function estimatedTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x2e80) wide++;
  return Math.ceil((text.length - wide) / 4 + wide);
}

export const requestTokens = ({ system, messages }: Pick<ModelRequest, "system" | "messages">): number =>
  messages.reduce((sum, { text }) => sum + estimatedTokens(text) + 4, estimatedTokens(system) + 4);

/** Models that think before they answer, and count what they think as part of the answer. */
const REASONING = new RegExp(
  String.raw`(?:^|[/:_-])(?:o[1-9](?:$|[^a-z])|gpt-5|gpt-oss|deepseek-(?:r\d|reason)|qwq|qwen3|magistral|` +
    String.raw`gemini-(?:2\.5|[3-9])|grok-(?:3-mini|4)|phi-4-reason|nemotron)|reason|thinking`,
  "iu",
);

/** Tokens that such a model may think with, beside its answer: with less it ends before the first word. */
const ROOM = 4_000;

/** What a model is asked for beside the answer: little thinking, since the passages stand before it; null where it doesn't think. */
export const REASONING_EFFORT = "low";

export const isReasoning = (model: string): boolean => REASONING.test(model);

/** Tokens of an answer with what is thought before it. @param answer tokens that the answer may have */
export const outputRoom = (model: string, answer: number): number => (isReasoning(model) ? answer + ROOM : answer);
