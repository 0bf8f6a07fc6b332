import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { layLanguages, OtherLanguages } from "./other-languages.ts";
import { bundledTable } from "./bundled-table.fixture.ts";
import { openStaticEmbedding } from "./open.ts";
import { splitOtherScripts } from "./other-words.ts";
import { StaticEmbedding } from "./provider.ts";

const models = new URL("../../../models/", import.meta.url);
const data = readFileSync(new URL("languages-192.bin", models));
const vocabulary = readFileSync(new URL("languages.txt", models), "utf8");
const english = readFileSync(new URL("static-256.bin", models)).subarray(32, 64).toString("hex");
const provider = openStaticEmbedding();
const embed = async (text: string): Promise<Float32Array> => (await provider.embedPassages([text]))[0] as Float32Array;
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

/** Small notes in eleven languages, the same sixteen in each: question and passage. */
const notes = JSON.parse(
  readFileSync(new URL("../../../evals/languages/notes.json", import.meta.url), "utf8"),
) as Record<string, readonly (readonly [string, string])[]>;

test("the identity in the file is the hash of what it holds, and the checksums are those in the README", () => {
  const hash = createHash("sha256").update(data.subarray(64)).update(vocabulary).digest("hex");
  assert.equal(layLanguages(data, vocabulary, english, "f").identity, hash);
  const readme = readFileSync(new URL("README.md", models), "utf8");
  for (const content of [data, vocabulary])
    assert.ok(readme.includes(createHash("sha256").update(content).digest("hex")));
});

test("a cut file, another vocabulary and another English table are refused", () => {
  const unavailable = { code: "MODEL_UNAVAILABLE" };
  assert.throws(() => layLanguages(data.subarray(0, data.length - 1), vocabulary, english, "f"), unavailable);
  assert.throws(() => layLanguages(data, `${vocabulary}more\n`, english, "f"), unavailable);
  assert.throws(() => layLanguages(data, vocabulary, "0".repeat(64), "f"), unavailable);
});

test("ids agree with the reference on notes in ten languages", () => {
  /** Texts with the ids that `models/making/languages/main.py` gives them. */
  const reference = JSON.parse(readFileSync(new URL("other-languages.fixture.json", import.meta.url), "utf8")) as [
    string,
    number[],
  ][];
  const others = new OtherLanguages(layLanguages(data, vocabulary, english, "f"));
  assert.equal(reference.length, 320);
  for (const [text, ids] of reference)
    assert.deepEqual(others.encode(splitOtherScripts(text)?.others ?? []), ids, text);
});

test("a question in English finds the passage in any of ten languages, and the other way round", async () => {
  let right = 0;
  const passages = await provider.embedPassages((notes["en"] ?? []).map(([, passage]) => passage));
  for (const [language, pairs] of Object.entries(notes)) {
    if (language === "en") continue;
    let [there, back] = [0, 0];
    const theirs = await provider.embedPassages(pairs.map(([, passage]) => passage));
    for (const [i, [question]] of pairs.entries()) {
      const asked = await provider.embedQuery(notes["en"]?.[i]?.[0] as string);
      if (nearest(asked, theirs) === i) there++;
      if (nearest(await provider.embedQuery(question), passages) === i) back++;
    }
    assert.ok(there >= 7, `${language}: ${there} of 16 from English`);
    assert.ok(back >= 6, `${language}: ${back} of 16 to English`);
    right += there + back;
  }
  assert.ok(right >= 225, `${right} of 320`);
});

test("a text in English has the vector that it has without the table", async () => {
  const alone = new StaticEmbedding(bundledTable());
  for (const text of ["TNF-α in αβ T cells", "Łódź and Đà Nẵng", "I paid 5 € for a café au lait"])
    assert.deepEqual(await embed(text), (await alone.embedPassages([text]))[0], text);
  assert.deepEqual(
    ["plain", "café", "Привет"].map((text) => provider.renews(text)),
    [false, false, true],
  );
});

test("what the texts share is in the vector of a mixed one", async () => {
  const [mixed, russian, latin] = await provider.embedPassages([
    "Сервер PostgreSQL упал ночью",
    "Сервер упал ночью",
    "PostgreSQL",
  ]);
  assert.ok(cosine(mixed as Float32Array, russian as Float32Array) > 0.6);
  assert.ok(cosine(mixed as Float32Array, latin as Float32Array) > 0.2);
});

test("the same text gives the same bytes as when this version was released", async () => {
  const vector = await embed("木曜日の朝に歯医者の予約があります。");
  assert.equal(
    createHash("sha256").update(new Uint8Array(vector.buffer)).digest("hex"),
    "07752cd90c4149a77a9e1a70c76a1f34b4f268d0fe399519928f82e98c310801",
  );
});

function nearest(asked: Float32Array, passages: readonly Float32Array[]): number {
  const cosines = passages.map((passage) => cosine(asked, passage));
  return cosines.indexOf(Math.max(...cosines));
}
