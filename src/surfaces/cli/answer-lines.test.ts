import assert from "node:assert/strict";
import { Readable } from "node:stream";
import test from "node:test";
import fc from "fast-check";
import { LociError } from "../../index.ts";
import { readLines } from "./answer-lines.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

async function lines(chunks: readonly Buffer[]): Promise<readonly (string | LociError)[]> {
  const found: (string | LociError)[] = [];
  for await (const line of readLines(Readable.from(chunks), "test")) found.push(line);
  return found;
}

test("lines come out whole, however they were cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\n\r]/g, "")),
        { minLength: 1, maxLength: 8 },
      ),
      fc.integer({ min: 1, max: 7 }),
      async (written, size) => {
        const bytes = Buffer.from(written.map((line) => `${line}\n`).join(""));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        assert.deepEqual(
          await lines(chunks),
          written.map((line) => line.toWellFormed()),
        );
      },
    ),
    { numRuns: rounds(200, 17) },
  );
});

test("a last line without its end counts, an ended one isn't followed by an empty one, carriage returns go", async () => {
  assert.deepEqual(await lines([Buffer.from("a\r\n\nb")]), ["a", "", "b"]);
  assert.deepEqual(await lines([Buffer.from("a\n")]), ["a"]);
});

test("a line that is too long, or no UTF-8, is an error in its place", async () => {
  const [first, second, third] = await lines([
    Buffer.alloc(1_000_001, "x"),
    Buffer.from("\nok\n"),
    Buffer.from([0xff, 0xfe, 10]),
  ]);
  assert.equal((first as LociError).code, "TOO_LARGE");
  assert.equal(second, "ok");
  assert.equal((third as LociError).code, "USAGE");
  for (const error of [first, third]) assert.notEqual((error as LociError).hint, "");
});
