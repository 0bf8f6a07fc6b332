import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import type { WriteStream } from "node:tty";
import { textOutput } from "./io.ts";

test("what nobody reads is dropped and counted, and whoever writes it doesn't wait", async () => {
  const arrived: string[] = [];
  let read: (() => void) | null = null;
  const pipe = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => void (arrived.push(text), (read = done)),
  });
  const notes = textOutput(pipe as WriteStream, 100);
  const taken: boolean[] = [];
  for (let line = 1; line <= 9; line++) taken.push(await notes.write(`${line}${"x".repeat(39)}`));
  assert.deepEqual(taken, [true, true, true, false, false, false, false, false, false]);
  while (read !== null) {
    const done: () => void = read;
    read = null;
    done();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await notes.write("after");
  assert.equal(arrived.length, 4);
  assert.match(arrived[3] as string, /^6 notes are left out here.*\nafter$/u);
});
