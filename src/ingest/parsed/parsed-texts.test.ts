import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { placedLines } from "../../model/line-places.ts";
import { packParsed, ParsedFile } from "./parsed-file.ts";
import { ParsedTexts } from "./parsed-texts.ts";

/** A document whose lines stand on two pages. */
function documentOf(text: string, starts: readonly number[]): ParsedDocument {
  const half = Math.floor(text.length / 2);
  const block = { kind: "paragraph" as const, span: { start: 0, end: half } };
  return {
    text,
    sections: [
      {
        title: "One",
        breadcrumb: ["One"],
        level: 1,
        span: { start: 0, end: text.length },
        lines: null,
        pages: { start: 1, end: 2 },
        elementType: "section",
        blocks: half > 0 ? [block, { kind: "list", span: { start: half, end: text.length } }] : [],
      },
    ],
    metadata: { title: "T", unreadablePages: [2] },
    verbatim: "extracted",
    pageStarts: [0, half],
    places: {
      starts: Int32Array.from(starts),
      pages: Int32Array.from(starts, (start) => (start < half ? 1 : 2)),
      boxes: Int32Array.from(starts.flatMap((start, i) => [720, 100 + 12 * i, 4000 - (start % 7), 120])),
      sizes: Int32Array.from([6120, 7920, 7920, 6120]),
    },
  };
}

function startsOf(text: string, step: number): number[] {
  return Array.from({ length: Math.ceil(text.length / step) }, (_, i) => i * step);
}

test("a document comes back as it was, and any piece of it without the rest", (t) => {
  const path = join(temporaryFolder(t), "one.parsed");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a word ", "ž", "𝄞", "\n\n", "漢字"), { minLength: 1, maxLength: 40 }),
      fc.constantFrom(1, 997, 9_001),
      fc.nat(),
      fc.nat(70_000),
      (words, times, from, length) => {
        const text = words
          .join("")
          .repeat(times)
          .slice(0, 300_000)
          .replace(/[\uD800-\uDBFF]$/u, "");
        const document = documentOf(text, startsOf(text, 61));
        writeFileSync(path, packParsed(document, "r") as Uint8Array);
        const file = ParsedFile.open(path, "r") as ParsedFile;
        const start = from % (text.length + 1);
        const span = { start, end: Math.min(text.length, start + length) };
        assert.deepEqual(file.document(), document);
        assert.equal(file.text(span), text.slice(span.start, span.end));
        assert.deepEqual(
          file.lines(span),
          placedLines(document.places as NonNullable<ParsedDocument["places"]>, span, text.length),
        );
        file.close();
      },
    ),
    { numRuns: 25 },
  );
});

test("a piece of a large text costs a piece of its file", (t) => {
  const path = join(temporaryFolder(t), "one.parsed");
  const text = Array.from({ length: 120_000 }, (_, i) => `line ${(i * 7_919) % 104_729}\n`).join("");
  const bytes = packParsed(documentOf(text, startsOf(text, 40)), "r") as Uint8Array;
  writeFileSync(path, bytes);
  const file = ParsedFile.open(path, "r") as ParsedFile;
  t.after(() => file.close());
  // Damage far away isn't met: what isn't asked for isn't read.
  const cut = Buffer.from(bytes);
  cut.fill(0, cut.length - 1_000);
  writeFileSync(path, cut);
  assert.equal(file.text({ start: 70_000, end: 70_020 }), text.slice(70_000, 70_020));
  assert.throws(() => file.document());
});

test("what is damaged, cut or of other rules is not there, and a text that UTF-8 can't hold isn't kept", (t) => {
  const folder = temporaryFolder(t);
  const texts = new ParsedTexts(folder, () => 0);
  const key = { source: "s", contentHash: "0a", rules: "r" };
  const document = documentOf("some text of a document", [0, 10]);
  const path = join(folder, "s", "0a.parsed");
  texts.put(key, document);
  assert.deepEqual(texts.get(key), document);
  assert.equal(texts.get({ ...key, rules: "later" }), null);
  assert.equal(texts.get({ ...key, source: "other" }), null);
  const whole = readFileSync(path);
  texts.put({ ...key, contentHash: "0b" }, documentOf("another text", [0]));
  writeFileSync(path, readFileSync(join(folder, "s", "0b.parsed")));
  assert.equal(texts.get(key), null, "another document's file is none of this one");
  texts.put(key, document);
  for (let at = 0; at < whole.length; at += 3) {
    for (const broken of [whole.subarray(0, at), Buffer.from(whole)]) {
      if (broken.length === whole.length) broken[at] = (broken[at] as number) ^ 0xff;
      writeFileSync(path, broken);
      const read = texts.get(key);
      if (read !== null) assert.deepEqual(read, document);
    }
  }
  writeFileSync(path, "no such thing");
  assert.equal(texts.get(key), null);
  assert.equal(existsSync(path), false, "what can't be read is put away");
  texts.put(key, documentOf("a\uD800", [0]));
  assert.equal(existsSync(path), false);
});

test("the longest unused go when there are too many, and what nothing refers to at once", (t) => {
  const folder = temporaryFolder(t);
  const noise = Array.from({ length: 4_000 }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(36)).join(" ");
  const document = documentOf(noise, [0]);
  // What a file says of itself takes a few bytes more.
  const size = (packParsed(document, "r two a") as Uint8Array).length + 8;
  let now = 0;
  const texts = new ParsedTexts(folder, () => now, 5 * size);
  const key = (name: string) => ({ source: name < "d" ? "one" : "two", contentHash: name, rules: "r" });
  for (const [i, name] of [..."abcde"].entries()) {
    texts.put(key(name), document);
    utimesSync(join(folder, key(name).source, `${name}.parsed`), i, i);
  }
  now = 5 * 3_600_000;
  assert.notEqual(texts.get(key("a")), null, "used again");
  texts.put(key("f"), document);
  assert.deepEqual(readdirSync(join(folder, "one")), ["a.parsed"]);
  assert.deepEqual(readdirSync(join(folder, "two")).sort(), ["d.parsed", "e.parsed", "f.parsed"].slice(-3));
  assert.ok(texts.bytes() <= 5 * size);
  texts.keep("two", new Set(["e"]));
  assert.deepEqual(readdirSync(join(folder, "two")), ["e.parsed"]);
  assert.deepEqual(texts.orphans(new Set(["two"])), ["one"]);
  assert.equal(texts.keepSources(new Set(["two"])), 1);
  texts.remove("two");
  assert.equal(texts.bytes(), 0);
});
