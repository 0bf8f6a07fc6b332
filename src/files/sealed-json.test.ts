import assert from "node:assert/strict";
import { test } from "node:test";
import { sealedJson, sealedLine, unsealed } from "./plain-file.ts";

test("a sealed object is told from one with another value anywhere", () => {
  for (const value of [{ uri: "http://127.0.0.1:19530" }, { a: { b: [1, 2, null] }, c: "ä\n" }]) {
    const text = sealedJson(JSON.stringify(value, null, 2));
    const read = JSON.parse(text) as typeof value & { sha256: string };
    const { sha256, ...rest } = read;
    assert.deepEqual(rest, value);
    assert.match(sha256, /^[0-9a-f]{64}$/u);
    for (const sealed of [text, sealedLine(value), JSON.stringify(value)]) assert.deepEqual(unsealed(sealed), value);
    for (const other of [
      { ...read, more: 1 },
      { ...read, [Object.keys(value)[0] as string]: "other" },
    ])
      assert.equal(unsealed(JSON.stringify(other)), null);
    for (const none of ["", "null", "[", text.slice(0, -4)]) assert.equal(unsealed(none), null);
  }
});
