import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { identityKey } from "../port.ts";
import { openStaticEmbedding } from "./provider.ts";

const provider = openStaticEmbedding();
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
const embed = async (text: string): Promise<Float32Array> => (await provider.embedPassages([text]))[0] as Float32Array;

test("vectors are of unit length and of the promised dimension", async () => {
  const vectors = await provider.embedPassages(["I went hiking", "a", "The quick brown fox. ".repeat(500)]);
  for (const vector of vectors) {
    assert.equal(vector.length, provider.identity.dimension);
    assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-6);
  }
});

test("empty text, and text that the model knows nothing of, give the zero vector", async () => {
  for (const text of ["", "  \n", "😀😀"])
    assert.ok(
      (await embed(text)).every((value) => value === 0),
      text,
    );
});

test("one vector a text, in order, whatever the batch", async () => {
  const texts = Array.from({ length: 600 }, (_, i) => `note ${i} about ${["tea", "rain", "money"][i % 3]}`);
  const together = await provider.embedPassages(texts);
  for (const i of [0, 1, 255, 256, 599]) assert.deepEqual(together[i], await embed(texts[i] as string));
  assert.deepEqual(await provider.embedPassages([]), []);
});

test("the same text gives the same bytes as when this version was released", async () => {
  const vector = await embed("Caroline adopted a rescue dog in March; the vet's bill was $120.");
  assert.equal(
    createHash("sha256").update(new Uint8Array(vector.buffer)).digest("hex"),
    "9b4c971769aa0bdc4c28c65b6ae3cd04f906fe52410e66bce812a0cd144f4cd3",
  );
  assert.equal(identityKey(provider.identity), "static:loci-static:256:unit:85e0d440da20");
});

test("what means the same is nearer than what doesn't", async () => {
  const [question, near, far] = await provider.embedPassages([
    "buy a car",
    "purchasing an automobile",
    "the cat sleeps on the sofa",
  ]);
  assert.ok(
    cosine(question as Float32Array, near as Float32Array) >
      cosine(question as Float32Array, far as Float32Array) + 0.2,
  );
});

test("stop words are dropped from questions, not from passages", async () => {
  const stops = openStaticEmbedding({ isStopWord: (word) => ["where", "did", "she", "go"].includes(word) });
  assert.deepEqual(await stops.embedQuery("Where did she go hiking?"), await provider.embedQuery("hiking?"));
  assert.deepEqual((await stops.embedPassages(["where did she go"]))[0], await embed("where did she go"));
});

test("a question of stop words only keeps them", async () => {
  const stops = openStaticEmbedding({ isStopWord: () => true });
  assert.deepEqual(await stops.embedQuery("where did she go"), await provider.embedQuery("where did she go"));
});

test("a cancelled call says so", async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(provider.embedPassages(["a"], { signal }), { code: "CANCELLED" });
  await assert.rejects(provider.embedQuery("a", { signal }), { code: "CANCELLED" });
  const controller = new AbortController();
  const running = provider.embedPassages(Array<string>(10_000).fill("a text"), { signal: controller.signal });
  controller.abort();
  await assert.rejects(running, { code: "CANCELLED" });
});

test("similar words come best first, above one half, without the word itself", () => {
  for (const word of ["car", "doctor", "Happy", "database"]) {
    const similar = provider.similarWords(word, 24);
    assert.ok(similar.length > 1, word);
    for (const [i, { word: other, similarity }] of similar.entries()) {
      assert.notEqual(other, word.toLowerCase());
      assert.ok(similarity >= 0.5 && similarity <= 1);
      assert.ok(i === 0 || similarity <= (similar[i - 1]?.similarity as number));
    }
  }
  assert.ok(provider.similarWords("doctor", 24).some(({ word }) => word === "physician"));
});

test("similar words: the limit holds; several words, several pieces and unknown words have none", () => {
  assert.equal(provider.similarWords("car", 2).length, 2);
  assert.deepEqual(provider.similarWords("car", 0), []);
  for (const word of ["", "red car", "unaffable", "😀", "the"])
    assert.deepEqual(provider.similarWords(word, 5), [], word);
});

test("what words come least near by is the smallest of their largest cosines with the others, without those that don't count", async () => {
  const vocabulary = "car boat kubernetes zürich sunday 4711 qwrtzx well-known лодка 犬 the of 😀".split(" ");
  for (let from = 0; from < vocabulary.length; from++) {
    const [words, others] = [vocabulary.slice(from, from + 3), vocabulary.filter((_, i) => (i * 7 + from) % 3 !== 0)];
    for (const but of [new Set<string>(), new Set(others.slice(0, 2))]) {
      const counted = others.filter((word) => !but.has(word));
      const nearest = async (word: string): Promise<number> => {
        const own = await embed(word);
        return Math.max(0, ...(await Promise.all(counted.map(async (other) => cosine(own, await embed(other))))));
      };
      const least = Math.min(...(await Promise.all(words.map(nearest))));
      for (const chance of [0, 0.2])
        assert.ok(
          Math.abs(
            provider.leastMet(words, provider.readWords(others), { but, chance }) - (least > chance ? least : 0),
          ) < 1e-6,
          `${words.join(" ")} of ${counted.join(" ")}`,
        );
    }
  }
});
