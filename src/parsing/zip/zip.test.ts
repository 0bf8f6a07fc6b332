import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bytesSource, readZipDirectory, readZipEntry, ZipFault } from "./zip-directory.ts";
import { makeZip, type ZipFile } from "./make-zip.fixture.ts";

async function readAll(bytes: Uint8Array, maxBytes = 1 << 20): Promise<[string, string][]> {
  const source = bytesSource(bytes);
  const entries = await readZipDirectory(source, 100);
  return Promise.all(
    entries.map(
      async (entry) =>
        [entry.name, Buffer.from(await readZipEntry(source, entry, maxBytes)).toString()] as [string, string],
    ),
  );
}

function faulty(kind: ZipFault["kind"]) {
  return (error: unknown) => error instanceof ZipFault && error.kind === kind;
}

test("what goes into an archive comes out", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
          content: fc.string({ maxLength: 5000, unit: "grapheme" }),
          stored: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
      async (files) => {
        assert.deepEqual(
          await readAll(makeZip(files)),
          files.map(({ name, content }) => [name, content]),
        );
      },
    ),
    { numRuns: 50 },
  ));

test("faults", async (context) => {
  const good: ZipFile[] = [{ name: "a", content: "x".repeat(50_000) }];
  const bytes = makeZip(good);
  await context.test("truncated", () =>
    assert.rejects(readAll(bytes.subarray(0, bytes.length - 30)), faulty("truncated")),
  );
  await context.test("cut in the middle of the data", () =>
    assert.rejects(readAll(Buffer.concat([bytes.subarray(0, 20), bytes.subarray(40)])), faulty("damaged")),
  );
  await context.test("encrypted", () =>
    assert.rejects(readAll(makeZip([{ ...(good[0] as ZipFile), encrypted: true }])), faulty("encrypted")),
  );
  await context.test("holds more than it declares", () =>
    assert.rejects(readAll(makeZip([{ ...(good[0] as ZipFile), declaredSize: 10 }])), faulty("decompressed-size")),
  );
  await context.test("holds less than it declares", () =>
    assert.rejects(readAll(makeZip([{ ...(good[0] as ZipFile), declaredSize: 60_000 }])), faulty("damaged")),
  );
  await context.test("declares too much", () => assert.rejects(readAll(bytes, 1000), faulty("decompressed-size")));
  await context.test("too many entries", () =>
    assert.rejects(
      readAll(makeZip(Array.from({ length: 101 }, (_, i) => ({ name: `${i}`, content: "" })))),
      faulty("decompressed-size"),
    ),
  );
  await context.test("entries that share bytes", async () => {
    const two = Buffer.from(makeZip([good[0] as ZipFile, { name: "b", content: "y".repeat(50_000) }]));
    // The second entry of the directory points to the first one's data.
    two.writeUInt32LE(0, two.lastIndexOf("PK\x01\x02") + 42);
    await assert.rejects(readAll(two), faulty("damaged"));
  });
});
