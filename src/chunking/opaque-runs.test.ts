import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseMarkdown } from "../parsing/markdown/parse-markdown.ts";
import { chunk } from "./chunk.ts";
import { opaqueRuns } from "./opaque-runs.ts";
import { rounds } from "../../test/rounds.fixture.ts";

const bytes = fc.uint8Array({ minLength: 300, maxLength: 1_200 }).map((all) => Buffer.from(all));
const random = bytes.map((all) => Buffer.from(all.map((one, i) => (one * 167 + i * 91 + (i >> 3) * 13) % 256)));
const inLines = (text: string, width: number, end = "\n"): string =>
  Array.from({ length: Math.ceil(text.length / width) }, (_, i) => text.slice(i * width, (i + 1) * width)).join(end);

/** Ways in which programs write down what is no language. */
const WAYS: Readonly<Record<string, (data: Buffer) => string>> = {
  "data URI": (data) => `data:image/png;base64,${data.toString("base64")}`,
  base64: (data) => data.toString("base64"),
  base64url: (data) => data.toString("base64url"),
  PEM: (data) => inLines(data.toString("base64"), 64),
  MIME: (data) => inLines(data.toString("base64"), 76, "\r\n"),
  drawing: (data) => inLines(data.toString("base64"), 128, "\n\n"),
  hex: (data) => data.toString("hex"),
  "xxd -p": (data) => inLines(data.toString("hex"), 60),
  xxd: (data) =>
    Array.from({ length: Math.floor(data.length / 16) }, (_, i) => {
      const row = data.subarray(16 * i, 16 * i + 16).toString("hex");
      return `${(16 * i).toString(16).padStart(8, "0")}: ${row.replace(/..../gu, "$& ")} ................`;
    }).join("\n"),
  "hexdump -C": (data) =>
    Array.from({ length: Math.floor(data.length / 16) }, (_, i) => {
      const row = data.subarray(16 * i, 16 * i + 16).toString("hex");
      return `${(16 * i).toString(16).padStart(8, "0")}  ${row.replace(/../gu, "$& ")} |................|`;
    }).join("\n"),
  fingerprint: (data) => data.toString("hex").replace(/..(?!$)/gu, "$&:"),
  "array of bytes": (data) => [...data].map((one) => `0x${one.toString(16).padStart(2, "0")}`).join(", "),
};

for (const [name, written] of Object.entries(WAYS))
  test(`${name}: in no drawer, and all around it is`, () => {
    fc.assert(
      fc.property(random, (data) => {
        const text = `# Note\n\nThe lantern stood here.\n\n${written(data)}\n\nThe harbour lay behind.\n`;
        const document = parseMarkdown({ text, path: "a.md" });
        const all = chunk(document, { maxChunkSize: 400, overlapLines: 2 }).map((one) => one.text);
        assert.ok(all.join("").length < 90, all.join("⏎"));
        for (const kept of ["The lantern stood here.", "The harbour lay behind."])
          assert.equal(all.filter((one) => one.includes(kept)).length, 1);
      }),
      { numRuns: 25 },
    );
  });

test("what people look for is none: hashes, their lists, identifiers, paths, code, long words, letters without figures", () => {
  const hex = (n: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9a-f]{${n}}$`));
  const looked = fc.oneof(
    ...[32, 40, 64, 128].map(hex),
    fc.array(hex(64), { minLength: 4, maxLength: 30 }).map((list) => list.join("\n")),
    fc.array(fc.uuid(), { minLength: 4, maxLength: 30 }).map((list) => list.join("\n")),
    fc
      .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 30, maxLength: 60 })
      .map((list) => `/${list.join("/")}/Index2.ts`),
    fc.constantFrom("ACGT".repeat(200), "donaudampfschiff".repeat(20), "漢字".repeat(300)),
    fc.constant("function a(b){return b.c(d,e1)}".repeat(30)),
    fc.array(fc.nat(99), { minLength: 60, maxLength: 200 }).map((list) => list.join(" ")),
  );
  fc.assert(fc.property(looked, (text) => assert.deepEqual(opaqueRuns(`See ${text}\n`), [])));
});

test("is linear in texts that are nearly runs", () => {
  for (const text of ["a1 ".repeat(200_000), "0x".repeat(200_000), `${"a".repeat(41)} \n \n`.repeat(20_000)]) {
    const start = process.cpuUsage().user;
    opaqueRuns(text);
    assert.ok(process.cpuUsage(undefined).user - start < 5_000_000);
  }
});

test("a run of megabytes is one run, whatever way it is written in", () => {
  // An expression that repeats keeps a place for each time: at some eight megabytes there is no room for more.
  const data = Buffer.from(Uint8Array.from({ length: 7_000_000 }, (_, i) => i * 167 + (i >> 3) * 13));
  for (const [name, written] of Object.entries(WAYS).filter((_, i) => i % rounds(1, 3) === 0)) {
    const run = written(data);
    const covered = opaqueRuns(`Before.\n\n${run}\n\nAfter it.`).reduce((sum, { start, end }) => sum + end - start, 0);
    assert.ok(covered > 0.99 * run.length, `${name}: ${covered} of ${run.length}`);
  }
});
