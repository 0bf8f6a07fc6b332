import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { readRest, spoolBytes } from "./read-bytes.ts";

test("a refused body whose connection is closed is waited for no longer", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  // No end of the stream is ever told: the connection was closed behind the answer.
  const body = new ReadableStream<Uint8Array>();
  const request = new Request("http://127.0.0.1/", { method: "POST", body, duplex: "half" } as RequestInit);
  let closed = 0;
  let tellClosed = (): void => {};
  const refused = {
    isComplete: () => false,
    close: () => closed++,
    onClosed: (then: () => void) => (tellClosed = then),
  };
  void readRest(request, refused);
  tellClosed();
  t.mock.timers.tick(60_000);
  assert.equal(closed, 0);
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
