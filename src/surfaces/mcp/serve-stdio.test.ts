import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { claimStdout } from "./serve-stdio.ts";

const read = (stream: PassThrough): string => String(stream.read() ?? "");

test("while it is claimed, only the protocol reaches standard output; strays go to standard error", async () => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const claimed = claimStdout(out, err);
  out.write("a library's log\n");
  assert.equal(await claimed.write("{}\n"), true);
  assert.deepEqual([read(out), read(err)], ["{}\n", "a library's log\n"]);
  claimed.release();
  out.write("back\n");
  assert.deepEqual([read(out), read(err)], ["back\n", ""]);
});

test("a reader that has gone away is reported, not thrown", async () => {
  const out = new PassThrough();
  const claimed = claimStdout(out, new PassThrough());
  out.destroy();
  assert.equal(await claimed.write("{}\n"), false);
});
