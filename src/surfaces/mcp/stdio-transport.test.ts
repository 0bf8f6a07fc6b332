import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { claimStdout } from "./stdio-transport.ts";
import { lineSplitter } from "../shared/line-splitter.ts";
import { PassThrough } from "node:stream";

function splitAt(bytes: Buffer, cuts: readonly number[], longest: number): readonly (string | null)[] {
  const split = lineSplitter(longest);
  const places = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places
    .slice(1)
    .flatMap((end, index) => split(bytes.subarray(places[index], end)))
    .map((line) => line?.toString("utf8") ?? null);
}

test("however the bytes come, the lines are those of the whole text; what has no end yet is kept back", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }).map((line) => line.replaceAll("\n", " "))),
      fc.array(fc.nat()),
      (lines, cuts) => {
        const text = lines.map((line) => `${line}\n`).join("");
        assert.deepEqual(splitAt(Buffer.from(`${text}rest`), cuts, 1_000_000), lines);
      },
    ),
  );
});

test("a line longer than allowed is dropped and said, wherever it is cut, and the next ones come through", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.array(fc.nat()), (lengths, cuts) => {
      const lines = lengths.map((length) => "x".repeat(length));
      const expected = lines.map((line) => (line.length > 10 ? null : line));
      assert.deepEqual(splitAt(Buffer.from(lines.map((line) => `${line}\n`).join("")), cuts, 10), expected);
    }),
  );
});

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
