import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openLoci } from "../../index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { NEAR_DUPLICATE, checkDuplicate, standsIn, textSimilarity } from "./check-duplicate.ts";

/** A model whose cosines all lie near one, as those of some are: two texts that have nothing to do with each other give .95. */
const squeezed = (texts: readonly string[]): Float32Array[] =>
  texts.map((text) => Float32Array.from([1, text.length % 2 === 0 ? 0.16 : -0.16, 0]));

test("a model whose cosines lie high makes no duplicates of what isn't alike", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-duplicate-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const index = {
    candidates: async () => await Promise.resolve({ candidates: [{ id: "a", dense: 0.95 }] }),
    get: async () => await Promise.resolve([{ drawer: { id: "a", text: "rain is due on the coast" } }]),
  };
  const project = (mean: number, deviation: number): OpenedProject =>
    ({
      indexHandle: { use: async (work: (given: unknown) => unknown) => await work(index) },
      settings: { chunking: { max_chunk_size: 1_500 } },
      provider: async () =>
        await Promise.resolve({ embedPassages: async (texts: string[]) => await Promise.resolve(squeezed(texts)) }),
      unrelated: async () => await Promise.resolve({ mean, deviation }),
    }) as unknown as OpenedProject;
  const asked = "the kiln was fired at dawn";
  assert.equal((await checkDuplicate(project(0.9, 0.03), { text: asked, scope: "kb" })).duplicate, false);
  assert.equal((await checkDuplicate(project(0.07, 0.09), { text: asked, scope: "kb" })).duplicate, true);
  const loci = await openLoci({ home });
  t.after(async () => await loci.close());
  const bundled = await loci.project("p");
  await bundled.addDrawer({ text: "We fire the kiln twice a week.", wing: "pots", room: "kiln", scope: "kb" });
  assert.equal((await bundled.checkDuplicate("we fire the kiln twice a week")).duplicate, true);
  assert.equal((await bundled.checkDuplicate("We fire the kiln three times a week.")).duplicate, false);
  const near = { text: "We fire the kiln three times a week.", threshold: 0.6 };
  assert.equal((await bundled.checkDuplicate(near.text, { threshold: near.threshold })).duplicate, true);
});

test("the same words in the same order are the same, whatever their case and punctuation", () => {
  assert.equal(textSimilarity("We use Clerk for logins.", "we use clerk, for logins", null), 1);
  assert.ok(
    textSimilarity("The staging database runs on port 5433.", "The staging database now runs on port 5433.", null) >
      NEAR_DUPLICATE,
  );
  assert.equal(textSimilarity("tea", "coffee", null), 0);
  assert.equal(textSimilarity("…", "…", null), 1);
});

test("a model knows other words for the same, but not another number, name or negation", () => {
  assert.equal(textSimilarity("We use Clerk for authentication.", "For authentication we use Clerk.", 0.98), 0.98);
  for (const [a, b] of [
    [
      "Staging listens on port 8080 in the new data centre since the move in May",
      "Staging listens on port 9090 in the new data centre since the move in May",
    ],
    ["Kai owes Mia a coffee", "Mia owes Kai a coffee"],
    [
      "We do use Redis in production for all of the sessions",
      "We do not use Redis in production for all of the sessions",
    ],
  ] as const) {
    assert.equal(textSimilarity(a, b, 0.99), NEAR_DUPLICATE, a);
  }
});

test("another value in words is no repetition, other words for the same are", () => {
  const change = (text: string, values: string): readonly (readonly [string, string])[] => {
    const all = values.split(",").map((value) => text.replace("…", value));
    return all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
  };
  for (const [a, b] of [
    ...change("The parents' evening is on Tuesday at … in the library of the school", "nine,ten,seven,noon"),
    ...change("Our office is on the … floor of the building by the river", "third,fourth,twenty-first,top"),
    ...change("The metrics database lives on host … behind the proxy", "heron,egret,kestrel"),
    ...change("The retry limit of the importer is … attempts per file", "seven,nine,twenty,thirty-six"),
    ...change("Water the orchids … a week with soft water", "once,twice"),
    ["The flag is green in the new release", "In the new release the flag is amber"],
  ] as const)
    assert.equal(textSimilarity(a, b, 0.99), NEAR_DUPLICATE, b);
  for (const [a, b] of [
    ["Anna's piano lesson starts at four on Thursdays.", "Anna's piano lesson begins at four on Thursdays."],
    ["The neighbour's cat is fed by Jonas.", "The neighbor's cat is fed by Jonas."],
    ["Backups of the photo server run every night.", "The backups of the photo server run each night."],
    ["All passwords are stored in the vault.", "All of the passwords are now kept in the vault."],
  ] as const)
    assert.ok(textSimilarity(a, b, 0.98) > NEAR_DUPLICATE, b);
});

test("similarity is symmetric, 1 with itself, and within 0 and 1", () => {
  fc.assert(
    fc.property(
      fc.lorem({ maxCount: 12 }),
      fc.lorem({ maxCount: 12 }),
      fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null }),
      (a, b, cosine) => {
        const similarity = textSimilarity(a, b, cosine);
        assert.equal(similarity, textSimilarity(b, a, cosine));
        assert.ok(similarity >= 0 && similarity <= 1);
        assert.equal(textSimilarity(a, a, null), 1);
      },
    ),
  );
});

test("a text that stands whole in a longer one is found there, and no part of a word or of a shorter phrase is", () => {
  const file =
    "# Auth migration\n\n## Decision\n\nKai recommended Clerk. We will move **all logins** to Clerk before March.\n";
  assert.equal(standsIn("We will move all logins to Clerk before March", file), true);
  assert.equal(standsIn("we will move all logins to Clerk before Marc", file), false);
  assert.equal(standsIn("We will not move all logins to Clerk before March.", file), false);
  assert.equal(standsIn("to Clerk", file), false);
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 4, maxLength: 30 }),
      fc.nat(),
      fc.nat(),
      (all, a, b) => {
        const from = a % (all.length - 3);
        const to = from + 4 + (b % (all.length - from - 3));
        assert.equal(standsIn(all.slice(from, to).join(" "), all.join(", ")), true);
      },
    ),
  );
});
