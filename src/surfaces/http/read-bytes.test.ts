import assert from "node:assert/strict";
import { test } from "node:test";
import { readRest } from "./read-bytes.ts";

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
