import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { packParsed, ParsedTexts } from "./parsed-texts.ts";

/** A document of two pages. */
function documentOf(text: string): ParsedDocument {
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
    pageStarts: [0, half],
  };
}

test("a document comes back as it was", (t) => {
  const texts = new ParsedTexts(temporaryFolder(t), () => 0);
  const key = { source: "s", contentHash: "0a", rules: "r" };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a word ", "ž", "𝄞", "\n\n", "漢字", "\uD800"), { minLength: 1, maxLength: 40 }),
      fc.constantFrom(1, 997, 9_001),
      (words, times) => {
        const text = words.join("").repeat(times).slice(0, 300_000);
        const document = documentOf(text);
        texts.put(key, document);
        assert.deepEqual(texts.get(key), document);
      },
    ),
    { numRuns: 25 },
  );
});

test("what is damaged, cut or of other rules is not there", (t) => {
  const folder = temporaryFolder(t);
  const texts = new ParsedTexts(folder, () => 0);
  const key = { source: "s", contentHash: "0a", rules: "r" };
  const document = documentOf("some text of a document");
  const path = join(folder, "s", "0a.parsed");
  texts.put(key, document);
  assert.deepEqual(texts.get(key), document);
  assert.equal(texts.get({ ...key, rules: "later" }), null);
  assert.equal(texts.get({ ...key, source: "other" }), null);
  const whole = readFileSync(path);
  texts.put({ ...key, contentHash: "0b" }, documentOf("another text"));
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
});

test("the longest unused go when there are too many, and what nothing refers to at once", (t) => {
  const folder = temporaryFolder(t);
  const noise = Array.from({ length: 4_000 }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(36)).join(" ");
  const document = documentOf(noise);
  // What a file says of itself takes a few bytes more.
  const size = packParsed(document, "r two a").length + 8;
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
