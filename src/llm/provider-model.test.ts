import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import type { LociError } from "../model/error.ts";
import { memorySpendStore } from "../../test/contract/reference/open-catalog.ts";
import { type LoopbackModels, startLoopbackModels } from "./loopback.fixture.ts";
import { generate, type LanguageModel, type ModelRequest } from "./port.ts";
import { LLM_PROVIDERS, type LlmProvider, providerModel, type ProviderSettings } from "./provider-model.ts";
import { governed } from "./spend.ts";

let server: LoopbackModels;
before(async () => void (server = await startLoopbackModels()));
after(async () => await server.close());

const KEY = "sk-loopback-secret-0123456789";
const request: ModelRequest = {
  system: "Be brief. SECRET-PROMPT",
  messages: [{ role: "user", text: "How are you?" }],
  maxOutputTokens: 100,
  job: "test",
};
const waits: number[] = [];

function open(provider: LlmProvider, more: Partial<ProviderSettings> = {}): LanguageModel {
  waits.length = 0;
  return providerModel({
    provider,
    model: "loopback-1",
    baseUrl: `${server.origin}${provider === "google" ? "/v1beta" : "/v1"}`,
    timeoutMs: 20_000,
    silenceMs: 20_000,
    retries: 2,
    environment: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GOOGLE_API_KEY: KEY },
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...more,
  });
}

async function fault(model: LanguageModel, asked: ModelRequest = request): Promise<LociError> {
  try {
    await generate(model, asked);
  } catch (thrown) {
    const error = thrown as LociError;
    const shown = JSON.stringify([
      error.message,
      error.hint,
      error.details,
      String(error.cause),
      (error.cause as Error | undefined)?.stack,
    ]);
    assert.ok(!shown.includes(KEY) && !shown.includes("SECRET-PROMPT"), "an error repeats a key or a prompt");
    return error;
  }
  throw new Error("it did not fail");
}

for (const provider of LLM_PROVIDERS) {
  test(`${provider}: an answer streams in and its tokens are counted`, async () => {
    server.behave({ do: "answer", text: "Fine, thanks. 日本 😀", pieces: 5 });
    const pieces: string[] = [];
    let end = null;
    for await (const event of open(provider).stream(request)) {
      if (event.kind === "delta") pieces.push(event.text);
      else end = event;
    }
    assert.equal(pieces.join(""), "Fine, thanks. 日本 😀");
    assert.ok(pieces.length > 2);
    assert.equal(end?.usage.estimated, false);
    assert.ok((end?.usage.inputTokens ?? 0) > 5 && (end?.usage.outputTokens ?? 0) > 2);
    const sent = server.requests.at(-1);
    assert.equal(sent?.system, request.system);
    assert.equal(sent?.question, "How are you?");
  });

  test(`${provider}: an answer that reaches its limit says so`, async () => {
    server.behave({ do: "answer", text: "Fine", finish: "length" });
    assert.equal((await generate(open(provider), request)).cutAtLimit, true);
  });

  test(`${provider}: a rate limit is waited for as long as the provider asks`, async () => {
    server.behave(
      { do: "error", status: 429, headers: { "retry-after": "7" } },
      { do: "error", status: 503 },
      { do: "answer", text: "At last." },
    );
    assert.equal((await generate(open(provider), request)).text, "At last.");
    assert.deepEqual(waits, [7_000, 1_000]);
  });

  test(`${provider}: a rate limit of an hour is told of, not waited for`, async () => {
    server.behave({ do: "error", status: 429, headers: { "retry-after": "3600" } });
    const error = await fault(open(provider));
    assert.deepEqual(
      [error.code, error.details["reason"], error.details["retryAfterSeconds"], waits],
      ["MODEL_UNAVAILABLE", "rate_limited", 3600, []],
    );
  });

  test(`${provider}: exhausted quota ends it at once`, async () => {
    const body =
      provider === "anthropic"
        ? {
            type: "error",
            error: {
              type: "invalid_request_error",
              message: "Your credit balance is too low to access the Anthropic API.",
            },
          }
        : provider === "google"
          ? {
              error: {
                code: 429,
                status: "RESOURCE_EXHAUSTED",
                message: "You exceeded your current quota, please check your plan and billing details.",
              },
            }
          : {
              error: {
                message: "You exceeded your current quota",
                type: "insufficient_quota",
                param: null,
                code: "insufficient_quota",
              },
            };
    server.behave({ do: "error", status: provider === "anthropic" ? 400 : 429, body });
    const asked = server.requests.length;
    assert.equal((await fault(open(provider))).details["reason"], "quota_exhausted");
    assert.equal(server.requests.length - asked, 1);
    assert.deepEqual(waits, []);
  });

  test(`${provider}: a refused key and a refused request end it at once`, async () => {
    server.behave({ do: "error", status: 401 }, { do: "error", status: 404 });
    assert.equal((await fault(open(provider))).details["reason"], "key_refused");
    assert.equal((await fault(open(provider))).details["reason"], "request_refused");
    assert.deepEqual(waits, []);
  });

  test(`${provider}: a service that stays down is given up after the retries`, async () => {
    server.behave({ do: "error", status: 500 });
    const asked = server.requests.length;
    assert.equal((await fault(open(provider))).details["reason"], "overloaded");
    assert.equal(server.requests.length - asked, 3);
    assert.deepEqual(waits, [500, 1_000]);
  });

  test(`${provider}: a service that is silent is given up, before the first piece and after it`, async () => {
    server.behave({ do: "hang" }, { do: "hang", after: 2, text: "Half an answer that stops" });
    assert.equal((await fault(open(provider, { silenceMs: 150 }))).details["reason"], "timeout");
    assert.equal((await fault(open(provider, { silenceMs: 150 }))).details["reason"], "timeout");
  });

  for (const how of ["cut", "stop-early"] as const) {
    test(`${provider}: an answer that breaks off in the middle (${how}) is an error, and isn't asked for again`, async () => {
      server.behave({ do: how, after: 2, text: "Half an answer that stops in the middle" });
      const asked = server.requests.length;
      assert.equal((await fault(open(provider))).details["reason"], "cut_off");
      assert.equal(server.requests.length - asked, 1);
    });
  }

  test(`${provider}: giving up closes the connection`, async () => {
    server.behave({ do: "hang", after: 2, text: "Half an answer that stops" });
    const controller = new AbortController();
    const seen: string[] = [];
    await assert.rejects(
      async () => {
        for await (const event of open(provider).stream({ ...request, signal: controller.signal })) {
          if (event.kind === "delta") seen.push(event.text);
          controller.abort();
        }
      },
      { code: "CANCELLED" },
    );
    assert.ok(seen.length > 0);
  });
}

test("a service that isn't there is named as unreachable", async () => {
  const error = await fault(open("ollama", { baseUrl: "http://127.0.0.1:1/v1" }));
  assert.equal(error.details["reason"], "unreachable");
});

test("a provider without its key is refused before anything is sent; keys come from the environment", () => {
  assert.throws(() => open("openai", { environment: {} }), { code: "MODEL_UNAVAILABLE" });
  assert.throws(() => open("openai-compatible", { baseUrl: "" }), { code: "CONFIG_INVALID" });
  assert.throws(() => open("ollama", { baseUrl: "http://user:pass@127.0.0.1/v1" }), { code: "CONFIG_INVALID" });
  assert.equal(open("ollama", { environment: {} }).local, true);
});

test("calls are counted by day and job, and refused before anything is sent where a limit would be passed", async () => {
  const store = memorySpendStore(() => {});
  let id = 0;
  const rules = {
    tokensOf: () => null,
    limits: { dayTokens: 400, dayMicros: null, jobTokens: 250 },
    inputPrice: 2,
    outputPrice: 10,
  };
  const model = governed(open("openai"), { store, rules, today: () => "2026-11-23", newId: () => `c${id++}` });
  server.behave({ do: "answer", text: "Fine, thanks." });
  await generate(model, request);
  const spent = await store.of("2026-11-23");
  assert.ok(spent.calls === 1 && spent.tokens > 5 && spent.tokens < 30, JSON.stringify(spent));
  assert.ok(spent.micros > spent.tokens);
  const asked = server.requests.length;
  assert.equal((await fault(model, { ...request, maxOutputTokens: 300 })).details["reason"], "over_budget");
  assert.equal(server.requests.length, asked);
  server.behave({ do: "error", status: 401 });
  await fault(model);
  assert.equal((await store.of("2026-11-23")).tokens, spent.tokens);
  server.behave({ do: "cut", after: 2, text: "Half an answer that stops in the middle" });
  await fault(model);
  assert.ok((await store.of("2026-11-23")).tokens > spent.tokens);
  assert.deepEqual(
    (await store.since("2026-11-23")).map(({ job }) => job),
    ["test"],
  );
});

test("a call that its caller gives up costs what was reserved, so that giving up spends nobody's tokens uncounted", async () => {
  const limits = { dayTokens: 2_000, dayMicros: null, jobTokens: null };
  const rules = { tokensOf: () => null, limits, inputPrice: 2, outputPrice: 10 };
  for (const after of [0, 2]) {
    const store = memorySpendStore(() => {});
    const model = governed(open("openai"), { store, rules, today: () => "2026-11-23", newId: () => "c" });
    server.behave({ do: "hang", after, text: "Half an answer that stops in the middle" });
    const controller = new AbortController();
    const asked = fault(model, { ...request, maxOutputTokens: 300, signal: controller.signal });
    while ((await store.of("2026-11-23")).calls === 0) await new Promise((resolve) => setImmediate(resolve));
    setTimeout(() => controller.abort(), 100);
    assert.equal((await asked).code, "CANCELLED");
    assert.ok((await store.of("2026-11-23")).tokens > 300);
  }
});
