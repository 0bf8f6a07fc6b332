import { example, type NextStep, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { ModelFault } from "./port.ts";

/** What is known of a failed request. Never its body: that may repeat the prompt. */
export interface FailedRequest {
  readonly fault: ModelFault;
  readonly status: number | null;
  /** Milliseconds that the provider asks to wait; null where it doesn't say. */
  readonly retryAfter: number | null;
  readonly isRetryable: boolean;
}

/** The parts of an error of the provider library that are looked at. */
interface CallError {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly data?: unknown;
  readonly cause?: unknown;
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
}

const QUOTA =
  /insufficient_quota|billing_hard_limit|exceeded your current quota|credit balance is too low|billing_not_active|quota.{0,40}(?:per day|PerDay)/i;

/** How providers say that a prompt is longer than their model's context. */
const TOO_LONG = new RegExp(
  String.raw`context[_ ](?:length|window|size)|maximum context|(?:prompt|input|request)(?: \w+)? is too long|` +
    String.raw`too many (?:input )?tokens|input token count|exceeds? (?:the )?(?:model|maximum|limit).{0,40}token`,
  "i",
);

/** What went wrong with a request, whatever the provider calls it. @param now milliseconds since the epoch, for dates in `retry-after` */
export function readFailure(thrown: unknown, now: number): FailedRequest {
  const error = callError(thrown);
  const status = error.statusCode ?? statusIn(error);
  const retryAfter = pause(error.responseHeaders ?? {}, now);
  const details = `${error.responseBody ?? ""} ${typeof error.data === "object" ? JSON.stringify(error.data) : ""} ${error.message ?? ""}`;
  const failure = (fault: ModelFault, isRetryable = false): FailedRequest => ({
    fault,
    status,
    retryAfter,
    isRetryable,
  });
  if (QUOTA.test(details) && (status === null || status === 429 || status === 402 || status === 400 || status === 403))
    return failure("quota_exhausted");
  if (status === 402) return failure("quota_exhausted");
  if (status === 401 || status === 403) return failure("key_refused");
  if (status === 429 || /rate_limit_error|rate_limit_exceeded|RESOURCE_EXHAUSTED/.test(details))
    return failure("rate_limited", true);
  if (status === 408 || status === 409) return failure("overloaded", true);
  if (status !== null && status >= 400 && status < 500)
    return failure(TOO_LONG.test(details) ? "context_too_long" : "request_refused");
  if (status !== null || /overloaded_error|server_error|UNAVAILABLE/.test(details)) return failure("overloaded", true);
  if (/LoadAPIKeyError/.test(error.name ?? "")) return failure("no_key");
  if (isNetwork(thrown)) return failure("unreachable", true);
  return failure("unexpected");
}

function callError(thrown: unknown): CallError {
  let error = thrown as CallError & { readonly lastError?: unknown };
  for (let depth = 0; depth < 4 && typeof error === "object" && error !== null; depth++) {
    if (error.statusCode !== undefined) return error;
    const inner = (error.lastError ?? error.cause) as CallError | undefined;
    if (typeof inner !== "object" || inner === null || inner.statusCode === undefined) break;
    error = inner;
  }
  return typeof thrown === "object" && thrown !== null ? (error ?? (thrown as CallError)) : { message: String(thrown) };
}

function statusIn({ data, message }: CallError): number | null {
  const named = /"(?:code|status)":\s*(\d{3})\b/.exec(
    `${typeof data === "object" ? JSON.stringify(data) : ""} ${message ?? ""}`,
  )?.[1];
  return named === undefined ? null : Number(named);
}

function pause(headers: Readonly<Record<string, string>>, now: number): number | null {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const header = headers["retry-after"];
  if (header === undefined) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const NETWORK = /^(?:ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR)/;

function isNetwork(thrown: unknown): boolean {
  for (
    let error = thrown as CallError | undefined, depth = 0;
    depth < 5 && typeof error === "object" && error !== null;
    depth++, error = error.cause as CallError | undefined
  ) {
    if (
      NETWORK.test(error.code ?? "") ||
      /fetch failed|Cannot connect|terminated|other side closed|network|Premature close/i.test(error.message ?? "")
    )
      return true;
  }
  return false;
}

const MESSAGES: Readonly<Record<ModelFault, readonly [string, string | NextStep]>> = {
  not_configured: [
    "no language model is configured",
    step`choose one: ${example("config set", "llm.provider ollama")}; openai, anthropic, google and openai-compatible are others`,
  ],
  no_key: ["the language model's provider has no key", "set its environment variable, for example OPENAI_API_KEY"],
  key_refused: ["the provider refuses the key", "check the environment variable that holds it"],
  quota_exhausted: [
    "the provider says that the quota is used up",
    step`top it up at the provider, or choose another one: ${example("config set", "llm.provider …")}`,
  ],
  rate_limited: ["the provider takes no more requests for now", "try again in a moment"],
  over_budget: [
    "the language model's limit of spending is reached",
    "wait for tomorrow, or raise llm.daily_token_limit",
  ],
  over_own_budget: [
    "what the owner lets you use of the language model is used up for today",
    "wait for tomorrow, or ask the owner (llm.user_token_limit, llm.public_token_limit)",
  ],
  no_own_budget: [
    "the owner lets you use no language model",
    "ask the owner (llm.user_token_limit, llm.public_token_limit)",
  ],
  context_too_long: [
    "the prompt is too long for the model",
    "choose a model with a longer context, or ask with a lower limit",
  ],
  request_refused: ["the provider refuses the request", "check llm.model and llm.base_url"],
  overloaded: ["the provider is overloaded or down", "try again in a moment"],
  timeout: ["the language model didn't answer in time", "try again, or choose a quicker model"],
  cut_off: ["the answer was cut off in the middle", "try again"],
  unreachable: ["the language model's service can't be reached", "check llm.base_url, and that the service runs"],
  unexpected: ["the provider's answer could not be read", "check llm.provider and llm.base_url"],
};

export function modelError(
  fault: ModelFault,
  where: { readonly provider: string; readonly model: string },
  more: { readonly status?: number | null; readonly retryAfter?: number | null; readonly cause?: unknown } = {},
): LociError {
  const [message, hint] = MESSAGES[fault];
  const details = {
    reason: fault,
    ...(where.provider === "" ? {} : { provider: where.provider, model: where.model }),
    ...(more.status === undefined || more.status === null ? {} : { status: more.status }),
    ...(more.retryAfter === undefined || more.retryAfter === null
      ? {}
      : { retryAfterSeconds: Math.ceil(more.retryAfter / 1000) }),
  };
  return new LociError(
    "MODEL_UNAVAILABLE",
    where.provider === "" ? message : `${message} (${where.provider}, ${where.model})`,
    { hint, details, ...(more.cause === undefined ? {} : { cause: more.cause }) },
  );
}
