import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import type { EmbeddingProvider } from "../port.ts";
import { openRemoteEmbedding, type RemoteSettings } from "./provider.ts";
import type { RemoteProvider } from "./wire.ts";

interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: any;
}
type Reply = (seen: Seen, response: ServerResponse, nth: number) => void;

const servers: Server[] = [];
after(() => servers.forEach((server) => (server.closeAllConnections(), server.close())));

/** A service that speaks a provider's wire format on the loopback. */
async function service(reply: Reply): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = {
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString()),
    };
    seen.push(one);
    reply(one, response, seen.length);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};
/** A vector that tells its text by its length. */
const vectorOf = (text: string, dimension = 4): number[] =>
  Array.from({ length: dimension }, (_, i) => (i === text.length % dimension ? 2 : 0.1));
const textsOf = (provider: RemoteProvider, { body }: Seen): string[] =>
  provider === "google" ? body.requests.map((one: any) => one.content.parts[0].text) : body.input;
const answerOf = (provider: RemoteProvider, texts: readonly string[], dimension = 4): object =>
  provider === "google"
    ? { embeddings: texts.map((text) => ({ values: vectorOf(text, dimension) })) }
    : provider === "ollama"
      ? { model: "m", embeddings: texts.map((text) => vectorOf(text, dimension)), total_duration: 1 }
      : {
          object: "list",
          model: "m",
          usage: { total_tokens: 1 },
          data: texts
            .map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text, dimension) }))
            .reverse(),
        };
const answering =
  (provider: RemoteProvider): Reply =>
  (seen, response) =>
    json(response, answerOf(provider, textsOf(provider, seen)));

const ENVIRONMENT = { OPENAI_API_KEY: "sk-secret-one", GOOGLE_API_KEY: "AIza-secret", VOYAGE_API_KEY: "pa-secret" };
const pauses: number[] = [];
async function open(
  provider: RemoteProvider,
  baseUrl: string,
  more: Partial<RemoteSettings> = {},
): Promise<EmbeddingProvider> {
  return await openRemoteEmbedding({
    provider,
    model: "",
    baseUrl,
    dimension: 4,
    concurrency: 2,
    timeoutMs: 2_000,
    environment: ENVIRONMENT,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    ...more,
  });
}

describe("remote embedding providers", () => {
  for (const provider of ["openai", "google", "voyage", "ollama"] as const) {
    it(`${provider}: speaks its wire format, keeps the order, gives unit vectors`, async () => {
      const { url, seen } = await service(answering(provider));
      const opened = await open(provider, url);
      const vectors = await opened.embedPassages(["a", "bb", "ccc"]);
      assert.equal(vectors.length, 3);
      for (const [i, vector] of vectors.entries()) {
        assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
        const at = ["a", "bb", "ccc"][i]?.length ?? 0;
        if (provider !== "ollama") assert.equal(vector.indexOf(Math.max(...vector)), at % 4);
      }
      await opened.embedQuery("which?");
      const [passages, query] = seen as [Seen, Seen];
      const expected = {
        openai: [
          "/embeddings",
          { model: "text-embedding-3-small", dimensions: 4, encoding_format: "float", input: ["a", "bb", "ccc"] },
        ],
        google: ["/models/gemini-embedding-001:batchEmbedContents", null],
        voyage: [
          "/embeddings",
          {
            model: "voyage-3-lite",
            input: ["a", "bb", "ccc"],
            input_type: "document",
            truncation: false,
            output_dimension: 4,
          },
        ],
        ollama: [
          "/api/embed",
          {
            model: "nomic-embed-text",
            input: ["search_document: a", "search_document: bb", "search_document: ccc"],
            truncate: false,
          },
        ],
      } as const;
      assert.equal(passages.path, expected[provider][0]);
      if (expected[provider][1] !== null) assert.deepEqual(passages.body, expected[provider][1]);
      if (provider === "google") {
        assert.deepEqual(passages.body.requests[0], {
          model: "models/gemini-embedding-001",
          content: { parts: [{ text: "a" }] },
          taskType: "RETRIEVAL_DOCUMENT",
          outputDimensionality: 4,
        });
        assert.equal(query.body.requests[0].taskType, "RETRIEVAL_QUERY");
        assert.equal(passages.headers["x-goog-api-key"], "AIza-secret");
      } else if (provider !== "ollama")
        assert.match(String(passages.headers.authorization), /^Bearer (?:sk|pa)-secret/u);
      if (provider === "voyage") assert.equal(query.body.input_type, "query");
      assert.equal(opened.capabilities.local, true);
    });
  }

  it("keeps to the limits of texts and characters a request, several at once", async () => {
    let now = 0;
    let most = 0;
    const { url, seen } = await service((one, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => (now--, answering("google")(one, response, 0)), 20);
    });
    const opened = await open("google", url, { concurrency: 3 });
    const texts = Array.from({ length: 450 }, (_, i) => `${i} `.padEnd(300, "x"));
    assert.equal((await opened.embedPassages(texts)).length, 450);
    for (const one of seen) {
      const sent = textsOf("google", one);
      assert.ok(sent.length <= 100 && sent.join("").length <= 60_000);
    }
    assert.ok(seen.length >= 5 && most <= 3 && most >= 2);
  });

  it("cuts what is too long into windows and averages them, leaving nothing out", async () => {
    const { url, seen } = await service(answering("ollama"));
    const opened = await open("ollama", url);
    const [vector] = await opened.embedPassages([`${"word ".repeat(2_000)}end`]);
    const sent = seen.flatMap((one) => textsOf("ollama", one));
    assert.equal(sent.join(""), `search_document: ${"word ".repeat(2_000)}end`);
    assert.ok(sent.every((text) => text.length <= 4_000));
    assert.ok(Math.abs(Math.hypot(...(vector as Float32Array)) - 1) < 1e-6);
  });

  it("tries again after 429, 500, a cut-off and a slow answer, with the pause that is asked for", async () => {
    pauses.length = 0;
    const { url } = await service((one, response, nth) => {
      if (nth === 1) json(response, { error: { message: "slow down" } }, 429, { "retry-after": "7" });
      else if (nth === 2) json(response, {}, 500);
      else if (nth === 3) response.destroy();
      else if (nth === 4) setTimeout(() => response.destroy(), 400);
      else answering("openai")(one, response, nth);
    });
    const opened = await open("openai", url, { timeoutMs: 200 });
    assert.equal((await opened.embedPassages(["a"])).length, 1);
    assert.deepEqual(pauses, [7_000, 1_000, 2_000, 4_000]);
  });

  it("ends after four more tries, and at once where no try helps; never shows the key", async () => {
    const cases: readonly (readonly [status: number, body: object, requests: number, what: RegExp])[] = [
      [500, {}, 5, /failed \(500\)/u],
      [401, { error: "bad key sk-secret-one" }, 1, /refused the key/u],
      [429, { error: { code: "insufficient_quota" } }, 1, /no quota left/u],
      [400, { error: "too long" }, 1, /refused the request/u],
      [404, {}, 1, /knows no model/u],
    ];
    for (const [status, body, requests, what] of cases) {
      const { url, seen } = await service((_, response) => json(response, body, status));
      const opened = await open("openai", url);
      await assert.rejects(opened.embedPassages(["a"]), (thrown: any) => {
        assert.equal(thrown.code, "MODEL_UNAVAILABLE");
        assert.match(thrown.message, what);
        assert.ok(!JSON.stringify([thrown.message, thrown.hint, thrown.details]).includes("secret"));
        return true;
      });
      assert.equal(seen.length, requests);
    }
    await assert.rejects((await open("openai", "http://127.0.0.1:1")).embedQuery("a"), { code: "MODEL_UNAVAILABLE" });
  });

  it("refuses vectors of another dimension, too few of them, and what is no number", async () => {
    const wrong = await service((one, response) => json(response, answerOf("openai", textsOf("openai", one), 3)));
    await assert.rejects((await open("openai", wrong.url)).embedPassages(["a"]), /3 dimensions where 4 were expected/u);
    const few = await service((_, response) => json(response, { data: [] }));
    await assert.rejects((await open("openai", few.url)).embedPassages(["a"]), /0 vectors for 1 texts/u);
    const odd = await service((_, response) => json(response, { data: [{ index: 0, embedding: [1, null, 2, 3] }] }));
    await assert.rejects((await open("openai", odd.url)).embedPassages(["a"]), /no vectors/u);
  });

  it("ends at once when it is cancelled", async () => {
    const { url } = await service(() => undefined);
    const opened = await open("openai", url, { timeoutMs: 60_000 });
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 30);
    await assert.rejects(opened.embedPassages(["a"], { signal: cancel.signal }), { name: "AbortError" });
  });

  it("asks a model that isn't known for its dimension, and needs its key", async () => {
    const { url } = await service(answering("ollama"));
    assert.equal((await open("ollama", url, { model: "my-model", dimension: 0 })).identity.dimension, 4);
    await assert.rejects(
      openRemoteEmbedding({
        provider: "voyage",
        model: "",
        baseUrl: "",
        dimension: 0,
        concurrency: 1,
        timeoutMs: 1,
        environment: {},
      }),
      /VOYAGE_API_KEY is not set/u,
    );
  });
});
