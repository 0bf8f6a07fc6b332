import assert from "node:assert/strict";
import test from "node:test";
import { LociError, operation, step } from "../../index.ts";
import { eventStream } from "./event-stream.ts";

const SERVICE = { stopping: new AbortController().signal, knowsToken: () => true };

test("a token that is ended gets no further event", async () => {
  let known = true;
  async function* telling(): AsyncIterable<{ readonly type: string; readonly at: number }> {
    yield { type: "change", at: 1 };
    known = false;
    yield { type: "change", at: 2 };
  }
  const text = await eventStream({ ...SERVICE, knowsToken: () => known }, "t", telling).text();
  assert.match(text, /"at":1[^]*event: error\ndata: \{"error":\{"code":"UNAUTHORIZED"/);
  assert.doesNotMatch(text, /"at":2/);
});

test("a stream tells what it is given, and what ends it before its time", async () => {
  async function* failing(): AsyncIterable<{ readonly type: string; readonly at?: number }> {
    yield { type: "progress", at: 1 };
    throw new LociError("JOB_NOT_FOUND", "there is no job 'j'", {
      hint: step`${operation("sources jobs")} lists them`,
    });
  }
  const error = { code: "JOB_NOT_FOUND", message: "there is no job 'j'", hint: "GET /v1/jobs lists them", details: {} };
  assert.equal(
    await eventStream(SERVICE, "t", failing).text(),
    `event: progress\ndata: {"at":1}\n\nevent: error\ndata: ${JSON.stringify({ error })}\n\n`,
  );
});

test("signs of life end with the reader, though the iterator takes its time to notice", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  async function* slow(): AsyncIterable<{ readonly type: string }> {
    await ended;
  }
  const reader = (eventStream(SERVICE, "t", slow).body as ReadableStream<Uint8Array>).getReader();
  const first = reader.read();
  t.mock.timers.tick(15_000);
  assert.equal(new TextDecoder().decode((await first).value), ": still there\n\n");
  await reader.cancel();
  t.mock.timers.tick(15_000);
  end();
});
