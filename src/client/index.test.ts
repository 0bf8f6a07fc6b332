import assert from "node:assert/strict";
import test from "node:test";
import { LociClientError } from "./transport.ts";
import { createClient, type LociClient } from "./index.ts";

/** A client of a service that answers every request with this. */
function answering(body: string | (() => ReadableStream<Uint8Array>), init: ResponseInit = {}): LociClient {
  return createClient({ token: "x", fetch: async () => new Response(typeof body === "string" ? body : body(), init) });
}

/** A body that breaks off after its beginning. */
function broken(beginning: string): () => ReadableStream<Uint8Array> {
  return () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)),
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
}

const unavailable = (status: number) => (error: unknown) => {
  assert.ok(error instanceof LociClientError, String(error));
  assert.deepEqual([error.code, error.status, error.retryable], ["UNAVAILABLE", status, true]);
  return true;
};

for (const [what, client, status] of [
  ["a page instead of an answer", answering("<!doctype html>"), 200],
  ["an answer that breaks off", answering(broken('{"hits":[')), 200],
  ["an error that is none of ours", answering("Bad Gateway", { status: 502 }), 502],
  ["an error that breaks off", answering(broken('{"error":'), { status: 500 }), 500],
  ["an error of another shape", answering('{"error":"no"}', { status: 500 }), 500],
] as const) {
  test(`${what} is no service, and a LociClientError to every call`, async () => {
    assert.equal(await client.available(), null);
    await assert.rejects(client.search({ query: "x" }), unavailable(status));
  });
}

test("an answer whose body takes longer than the limit is unavailable; one that is given up is what it was given up with", async () => {
  const endless = (timeout?: number): LociClient =>
    createClient({
      token: "x",
      ...(timeout !== undefined && { timeout }),
      fetch: async (_, { signal } = {}) =>
        new Response(
          new ReadableStream({
            start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
          }),
        ),
    });
  await assert.rejects(endless(20).status(), unavailable(200));
  const given = new AbortController();
  const asked = endless().status({ signal: given.signal });
  given.abort(new Error("enough"));
  await assert.rejects(asked, { message: "enough" });
});

test("events come one by one, comments are passed over, and what ends a stream before its time is an error", async () => {
  const job = { id: "j", status: "done" };
  const told = `: still there\n\nevent: job\ndata: ${JSON.stringify({ job })}\n\n`;
  const read = async (client: LociClient): Promise<readonly unknown[]> => {
    const events: unknown[] = [];
    for await (const event of client.jobEvents("j")) events.push(event);
    return events;
  };
  assert.deepEqual(await read(answering(told)), [{ type: "job", job }]);
  await assert.rejects(read(answering(broken(told))), unavailable(200));
  await assert.rejects(read(answering("event: job\ndata: {\n\n")), unavailable(200));
  const error = { code: "STORAGE_BUSY", message: "the index is busy", hint: "try again", details: {} };
  await assert.rejects(read(answering(`${told}event: error\ndata: ${JSON.stringify({ error })}\n\n`)), {
    name: "LociClientError",
    ...error,
    status: 200,
    retryable: true,
  });
});
