import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { layLanguages, OtherLanguages, splitOtherScripts, UnigramTokenizer } from "./other-languages.ts";
import { bundledTable, fileOf } from "./bundled-table.fixture.ts";
import { openStaticEmbedding, StaticEmbedding } from "./provider.ts";
import { Vocabulary } from "./model-file.ts";

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
  assert.equal(layLanguages(fileOf(data), vocabulary, english).identity, hash);
  const readme = readFileSync(new URL("README.md", models), "utf8");
  for (const content of [data, vocabulary])
    assert.ok(readme.includes(createHash("sha256").update(content).digest("hex")));
});

test("a cut file, another vocabulary and another English table are refused", () => {
  const unavailable = { code: "MODEL_UNAVAILABLE" };
  assert.throws(() => layLanguages(fileOf(data.subarray(0, data.length - 1)), vocabulary, english), unavailable);
  assert.throws(() => layLanguages(fileOf(data), `${vocabulary}more\n`, english), unavailable);
  assert.throws(() => layLanguages(fileOf(data), vocabulary, "0".repeat(64)), unavailable);
});

test("ids agree with the reference on notes in ten languages", () => {
  /** Texts with the ids that `models/making/languages/main.py` gives them. */
  const reference = JSON.parse(readFileSync(new URL("other-languages.fixture.json", import.meta.url), "utf8")) as [
    string,
    number[],
  ][];
  const others = new OtherLanguages(layLanguages(fileOf(data), vocabulary, english));
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

/** A vocabulary of a few tokens, "##" before those that continue a word, laid out as in a model file. */
function tokenizerOf(costs: Readonly<Record<string, number>>): (word: string, starts?: boolean) => string[] {
  const tokens = Object.keys(costs);
  const starts = Uint32Array.from([0, ...tokens.map((_, i) => tokens.slice(0, i + 1).join("\n").length + 1)]);
  const slots = new Uint16Array(64);
  for (const [id, token] of tokens.entries()) {
    const continues = token.startsWith("##");
    let hash = Vocabulary.seed(continues);
    for (const character of continues ? token.slice(2) : token) hash = Vocabulary.extend(hash, character.charCodeAt(0));
    let slot = ((hash >>> 15) ^ hash) & 63;
    while (slots[slot] !== 0) slot = (slot + 1) & 63;
    slots[slot] = id + 1;
  }
  const vocabulary = new Vocabulary(tokens.map((token) => `${token}\n`).join(""), { starts, slots });
  const tokenizer = new UnigramTokenizer(vocabulary, Uint8Array.from(Object.values(costs)));
  return (word, begins = true) => {
    const ids: number[] = [];
    tokenizer.encode(word, begins, ids);
    return ids.map((id) => vocabulary.token(id));
  };
}

test("the cheapest cut wins, not the longest token", () => {
  const cut = tokenizerOf({ ab: 90, "##cd": 90, abc: 100, "##d": 200 });
  assert.deepEqual(cut("abcd"), ["ab", "##cd"]);
});

test("tokens that begin a word stand only where one begins", () => {
  const cut = tokenizerOf({ ab: 50, "##ab": 100 });
  assert.deepEqual(cut("ab"), ["ab"]);
  assert.deepEqual(cut("ab", false), ["##ab"]);
});

test("a word may do without its mark, for a price", () => {
  assert.deepEqual(tokenizerOf({ a: 60, "##a": 30, "##ab": 40 })("ab"), ["##ab"]);
});

test("characters that no token holds are passed over", () => {
  assert.deepEqual(tokenizerOf({ "##a": 30, "##b": 30 })("axb"), ["##a", "##b"]);
  assert.deepEqual(tokenizerOf({ "##a": 30 })("xyz"), []);
});

test("a run of any length is cut", () => {
  assert.equal(tokenizerOf({ "##a": 30 })("a".repeat(5_000)).length, 5_000);
});
