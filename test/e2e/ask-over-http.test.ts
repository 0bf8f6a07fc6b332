import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type LoopbackModels, startLoopbackModels } from "../../src/llm/loopback.fixture.ts";
import { type TestService, testService } from "./service.fixture.ts";

/** An event as it came. */
interface Event {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function start(t: TestContext): Promise<TestService & { readonly models: LoopbackModels }> {
  const models = await startLoopbackModels();
  t.after(() => models.close());
  const it = await testService(t, {
    settings: { llm: { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1` } },
  });
  const file = join(it.docs, "manual.md");
  writeFileSync(file, "# Ports\n\nThe staging service listens on port 8443.\n\n# Backups\n\nBackups run at two.\n");
  await (await it.loci.project("default")).index([file], { scope: "kb" });
  return { ...it, models };
}

const question = (chat: string, signal?: AbortSignal): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ question: "Which port does the staging service listen on?", chat }),
  ...(signal && { signal }),
});

function eventsOf(text: string): readonly Event[] {
  return text.split("\n\n").flatMap((block) => {
    const type = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return data === undefined ? [] : [{ type: type ?? "", data: JSON.parse(data) as Event["data"] }];
  });
}

test("POST /v1/ask streams an answer whose citations are checked, and keeps both sides in the chat", async (t) => {
  const { ask, models, loci } = await start(t);
  models.behave({
    do: "answer",
    pieces: 7,
    text: 'Port 8443 [M1 "listens on port 8443"], and it is blue [M1 "painted in blue by the keeper"].',
  });
  const answer = await ask("/v1/ask", question("talk"));
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /text\/event-stream/);
  const events = eventsOf(await answer.text());
  assert.equal(events[0]?.type, "passages");
  assert.ok(events.filter(({ type }) => type === "delta").length > 1, "it came in pieces");
  const done = events.at(-1);
  assert.equal(done?.type, "done");
  const { citations } = done?.data as { citations: readonly { verdict: string; lines: unknown }[] };
  assert.deepEqual(
    citations.map(({ verdict }) => verdict),
    ["supported", "not found"],
  );
  assert.deepEqual(citations[0]?.lines, { start: 3, end: 3 });
  assert.equal(models.left(), 0);
  const project = await loci.project("default");
  const { messages } = await project.chatMessages("talk");
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant"],
  );
});

test("a client that goes away in the middle ends the request to the model; what he asked stays, half an answer doesn't", async (t) => {
  const { ask, models, loci } = await start(t);
  models.behave({
    do: "hang",
    after: 2,
    text: "It listens on port 8443, and this goes on for as long as anybody reads it.",
  });
  const leaving = new AbortController();
  const answer = await ask("/v1/ask", question("left", leaving.signal));
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let read = "";
  while (!read.includes("event: delta")) {
    const { value, done } = await reader.read();
    assert.equal(done, false, read);
    read += new TextDecoder().decode(value);
  }
  leaving.abort();
  await reader.cancel().catch(() => {});
  for (let waited = 0; models.left() === 0 && waited < 8_000; waited += 20) await sleep(20);
  assert.equal(models.left(), 1, "the model is asked no longer");
  assert.equal(models.requests.length, 1, "and not once more");
  const project = await loci.project("default");
  const roles = (await project.chatMessages("left")).messages.map(({ role }) => role);
  assert.deepEqual(roles, ["user"]);
  // The service goes on, for him too.
  models.behave({ do: "answer", text: 'It is 8443 [M1 "listens on port 8443"].' });
  const again = eventsOf(await (await ask("/v1/ask", question("left"))).text());
  assert.equal(again.at(-1)?.type, "done");
});
