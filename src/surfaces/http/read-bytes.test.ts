import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { readRest, spoolBytes } from "./read-bytes.ts";

/** Reads the rest of a body that is still coming. */
function refused(t: TestContext): {
  tick: (ms: number) => void;
  send: () => void;
  tellClosed: () => void;
  all: Promise<boolean>;
} {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let [send, tellClosed] = [(): void => {}, (): void => {}];
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (send = (): void => controller.enqueue(new Uint8Array(8))),
  });
  const all = readRest(body, (then) => void (tellClosed = then));
  return { tick: (ms) => t.mock.timers.tick(ms), send, tellClosed, all };
}

test("a refused body whose connection is closed is waited for no longer", async (t) => {
  // No end of the stream is ever told: the connection was closed behind the answer.
  const { tellClosed, all } = refused(t);
  tellClosed();
  assert.equal(await all, false);
});

test("a refused body is read for as long as some of it comes", async (t) => {
  const { send, tick, all } = refused(t);
  let ended = false;
  void all.then(() => (ended = true));
  for (let i = 0; i < 10; i++) {
    send();
    // Read in between.
    await new Promise(setImmediate);
    tick(15_000);
  }
  await new Promise(setImmediate);
  assert.ok(!ended);
  tick(15_000);
  assert.equal(await all, false);
});

test("a document that waited in a file leaves neither the file nor its bytes behind", async (t) => {
  const folder = temporaryFolder(t);
  const sent = Buffer.alloc(3_000_000, "reed ");
  const share = { take: () => {}, release: () => {} };
  const request = new Request("http://loci/", { method: "POST", body: sent });
  const spooled = await spoolBytes(request, join(folder, "spool"), { most: sent.length, share });
  const read = await spooled.read();
  assert.ok(sent.equals(read));
  const held = process.memoryUsage().arrayBuffers;
  await spooled.remove();
  assert.equal(read.length, 0);
  assert.ok(held - process.memoryUsage().arrayBuffers > 2_900_000);
  assert.deepEqual(readdirSync(join(folder, "spool")), []);
});
