import { example, step } from "../model/next-step.ts";
import { setTimeout as sleepFor } from "node:timers/promises";
import type { JSONValue, LanguageModel as SdkModel } from "ai";
import { LociError } from "../model/error.ts";
import {
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  REASONING_EFFORT,
  estimatedTokens,
  isReasoning,
  requestTokens,
} from "./port.ts";
import { modelError, readFailure } from "./fault.ts";

/** Providers that can be chosen, beside `none`. */
export const LLM_PROVIDERS = ["openai", "anthropic", "google", "ollama", "openai-compatible"] as const;
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

export interface ProviderSettings {
  readonly provider: LlmProvider;
  /** Empty: the provider's usual one. */
  readonly model: string;
  /** Empty: the provider's own address. */
  readonly baseUrl: string;
  /** For the whole answer. */
  readonly timeoutMs: number;
  /** For the first piece, and between two. */
  readonly silenceMs: number;
  /** Attempts after the first one. */
  readonly retries: number;
  /** Environment variables; keys are read from nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Waits; for tests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface ProviderFacts {
  readonly model: string;
  readonly url: string;
  /** Names of the variables that may hold its key, in order; none where it needs no key. */
  readonly keys: readonly string[];
  readonly needsKey: boolean;
}

const PROVIDERS: Readonly<Record<LlmProvider, ProviderFacts>> = {
  openai: { model: "gpt-5-mini", url: "https://api.openai.com/v1", keys: ["OPENAI_API_KEY"], needsKey: true },
  anthropic: {
    model: "claude-haiku-4-5",
    url: "https://api.anthropic.com/v1",
    keys: ["ANTHROPIC_API_KEY"],
    needsKey: true,
  },
  google: {
    model: "gemini-2.5-flash",
    url: "https://generativelanguage.googleapis.com/v1beta",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"],
    needsKey: true,
  },
  ollama: { model: "llama3.2", url: "http://127.0.0.1:11434/v1", keys: ["OLLAMA_API_KEY"], needsKey: false },
  "openai-compatible": { model: "", url: "", keys: ["OPENAI_COMPATIBLE_API_KEY", "OPENAI_API_KEY"], needsKey: false },
};

const FIRST_PAUSE_MS = 500;
/** The finish of a stream that was cut off. */
const ENDED_EARLY: ReadonlySet<string> = new Set(["error", "other", "interrupted"]);
/** Longest pause that is waited for; a longer one is reported instead. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * The model of a provider, through the `ai` library, which is loaded by the first request.
 * @throws LociError `MODEL_UNAVAILABLE` with reason `no_key` where the provider's variable isn't set, `CONFIG_INVALID` for an address that is none
 */
export function providerModel(settings: ProviderSettings): LanguageModel {
  const facts = PROVIDERS[settings.provider];
  const model = settings.model === "" ? facts.model : settings.model;
  const address = settings.baseUrl === "" ? facts.url : settings.baseUrl.replace(/\/+$/, "");
  const identity = { provider: settings.provider, model };
  if (address === "" || model === "")
    throw new LociError(
      "CONFIG_INVALID",
      `the provider '${settings.provider}' needs ${address === "" ? "an address" : "the name of a model"}`,
      {
        hint:
          address === ""
            ? step`${example("config set", "llm.base_url http://127.0.0.1:8000/v1")}`
            : step`${example("config set", "llm.model NAME")}`,
      },
    );
  const url = readAddress(address);
  const key = facts.keys.map((name) => settings.environment[name]).find((value) => value !== undefined && value !== "");
  if (facts.needsKey && key === undefined) throw modelError("no_key", identity, {});
  const sleep =
    settings.sleep ?? (async (milliseconds, signal) => void (await sleepFor(milliseconds, undefined, { signal })));
  let sdk: Promise<SdkModel> | null = null;
  const open = (): Promise<SdkModel> => (sdk ??= openSdk({ provider: settings.provider, model }, address, key));

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    for (let attempt = 0; ; attempt++) {
      const attempted = { open, request, settings, identity };
      let begun = false;
      try {
        for await (const event of attemptOnce(attempted)) {
          begun = true;
          yield event;
        }
        return;
      } catch (thrown) {
        if (request.signal?.aborted === true)
          throw new LociError("CANCELLED", "the question to the language model was given up", { cause: thrown });
        if (thrown instanceof LociError) throw thrown;
        if (begun) throw modelError("cut_off", identity, { cause: nameless(thrown) });
        const failure = readFailure(thrown, Date.now());
        const pause = failure.retryAfter ?? FIRST_PAUSE_MS * 2 ** attempt;
        if (!failure.isRetryable || attempt >= settings.retries || pause > LONGEST_PAUSE_MS)
          throw modelError(failure.fault, identity, { ...failure, cause: nameless(thrown) });
        try {
          await sleep(pause, request.signal ?? new AbortController().signal);
        } catch (aborted) {
          throw new LociError("CANCELLED", "the question to the language model was given up", { cause: aborted });
        }
      }
    }
  }

  return {
    identity,
    endpoint: `${url.origin}${url.pathname}`,
    local: ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname),
    stream,
  };
}

function readAddress(address: string): URL {
  const url = URL.parse(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new LociError("CONFIG_INVALID", "llm.base_url is no address of http or https", {
      hint: "use one such as http://127.0.0.1:11434/v1",
    });
  if (url.username !== "" || url.password !== "")
    throw new LociError("CONFIG_INVALID", "llm.base_url holds a password", {
      hint: "keys come from the environment only",
    });
  return url;
}

interface Attempt {
  readonly open: () => Promise<SdkModel>;
  readonly request: ModelRequest;
  readonly settings: ProviderSettings;
  readonly identity: LanguageModel["identity"];
}

async function* attemptOnce({ open, request, settings, identity }: Attempt): AsyncGenerator<ModelEvent> {
  const { streamText } = await import("ai");
  const timeout = new AbortController();
  const late = (): void => timeout.abort(modelError("timeout", identity));
  const whole = setTimeout(late, settings.timeoutMs);
  let silence = setTimeout(late, settings.silenceMs);
  const signal = request.signal === undefined ? timeout.signal : AbortSignal.any([request.signal, timeout.signal]);
  let answer = "";
  try {
    const { fullStream } = streamText({
      model: await open(),
      instructions: request.system,
      messages: request.messages.map(({ role, text }) => ({ role, content: text })),
      maxOutputTokens: request.maxOutputTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(isReasoning(identity.model) && { providerOptions: thinkingLittle(settings.provider) }),
      // Retries are our own: they stop at once on permanent errors.
      maxRetries: 0,
      abortSignal: signal,
      // Its own handler writes to the console.
      onError: () => {},
    });
    for await (const part of raced(fullStream, signal)) {
      clearTimeout(silence);
      silence = setTimeout(late, settings.silenceMs);
      if (part.type === "text-delta" && part.text !== "") {
        answer += part.text;
        yield { kind: "delta", text: part.text };
      } else if (part.type === "error") throw part.error;
      else if (part.type === "abort") throw abortedBy(signal);
      else if (part.type === "finish") {
        // A stream that ends without saying why was cut off.
        if (ENDED_EARLY.has(part.finishReason))
          throw answer === "" ? new Error("terminated: the stream ended early") : modelError("cut_off", identity);
        const { inputTokens, outputTokens } = part.totalUsage;
        const estimated = inputTokens === undefined || outputTokens === undefined;
        yield {
          kind: "end",
          usage: {
            inputTokens: inputTokens ?? requestTokens(request),
            outputTokens: outputTokens ?? estimatedTokens(answer),
            estimated,
          },
          cutAtLimit: part.finishReason === "length",
        };
        return;
      }
    }
    throw answer === "" ? new Error("terminated: the stream ended early") : modelError("cut_off", identity);
  } catch (thrown) {
    throw timeout.signal.aborted ? timeout.signal.reason : thrown;
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
    // Leaving early closes the connection.
    timeout.abort();
  }
}

/** What tells a model that thinks to think little, in its provider's words. */
function thinkingLittle(provider: LlmProvider): Record<string, Record<string, JSONValue>> {
  if (provider === "google") return { google: { thinkingConfig: { thinkingBudget: 1_024 } } };
  return provider === "anthropic" ? {} : { [provider]: { reasoningEffort: REASONING_EFFORT } };
}

const abortedBy = (signal: AbortSignal): unknown => signal.reason ?? new Error("aborted");

/** A stream that ends with its signal, whatever the other side does. */
async function* raced<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(abortedBy(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  aborted.catch(() => {});
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    void iterator.return?.()?.catch(() => {});
  }
}

/** An error of the library without what it repeats of the request. */
function nameless(thrown: unknown): Error {
  const {
    name = "Error",
    statusCode,
    code,
  } = thrown as { readonly name?: string; readonly statusCode?: number; readonly code?: string };
  return new Error([name, statusCode, code].filter((part) => part !== undefined).join(" "));
}

async function openSdk(
  { provider, model }: { readonly provider: LlmProvider; readonly model: string },
  baseURL: string,
  apiKey: string | undefined,
): Promise<SdkModel> {
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  const key = apiKey === undefined ? {} : { apiKey };
  switch (provider) {
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI({ baseURL, ...key })(model);
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic({ baseURL, ...key })(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI({ baseURL, ...key })(model);
    default:
      return (await import("@ai-sdk/openai-compatible")).createOpenAICompatible({
        name: provider,
        baseURL,
        includeUsage: true,
        ...key,
      })(model);
  }
}
