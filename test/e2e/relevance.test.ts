import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

/** Notes of a house, each with a question that it answers and one that nothing does. */
const NOTES = [
  [
    "The chimney sweep comes on the second Monday of November.",
    "when does the chimney sweep come?",
    "who laid the tiles in the bathroom?",
  ],
  [
    "Cistern pump: Grundfos, bought in 2019 for 640 euros.",
    "what did the cistern pump cost?",
    "how tall is the cherry tree?",
  ],
  [
    "The neighbours on the left are called Ruiz and keep bees.",
    "what are the neighbours called?",
    "which school do the twins attend?",
  ],
  [
    "Fuse box: the third switch from the left is the oven.",
    "which switch is the oven in the fuse box?",
    "what does the night train cost?",
  ],
  ["Wood pellets are stored for two winters.", "how long do the wood pellets last?", "why was the concert cancelled?"],
] as const;

async function projectOf(t: TestContext, texts: readonly string[]): Promise<Project> {
  const folder = temporaryFolder(t);
  writeNotes(join(folder, "notes"), Object.fromEntries(texts.map((text, i) => [`note-${i}.md`, `${text}\n`])));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  return project;
}

/** Other notes, which answer none of the questions. */
const OTHERS = Array.from(
  { length: 200 },
  (_, i) => `Ledger page ${i}: the cooperative sold ${i + 3} crates of oranges to buyer number ${i * 7 + 1}.`,
);

test("how sure a first hit is depends little on how much else there is", async (t) => {
  const alone = await Promise.all(NOTES.map(async ([note]) => await projectOf(t, [note])));
  const some = await projectOf(
    t,
    NOTES.map(([note]) => note),
  );
  const many = await projectOf(t, [...NOTES.map(([note]) => note), ...OTHERS]);
  for (const [i, [note, question, twin]] of NOTES.entries()) {
    const projects = [alone[i] as Project, some, many];
    const answers = await Promise.all(projects.map(async (project) => await project.search(question)));
    const relevances = answers.map(({ hits, covered, weaker }) => {
      assert.ok(covered && weaker >= 1, question);
      assert.equal(hits[0]?.text.trim(), note);
      return hits[0]?.relevance ?? 0;
    });
    assert.ok(Math.max(...relevances) - Math.min(...relevances) < 0.15, `${question} ${relevances.join(" ")}`);
    for (const project of projects) {
      const { hits, covered } = await project.search(twin);
      assert.equal(covered, false, twin);
      assert.ok(Math.max(0, ...hits.map(({ relevance }) => relevance)) <= 0.2, twin);
    }
  }
});

test("a hash or UUID is there in whatever form it was noted: cut short, whole, with or without hyphens", async (t) => {
  const uuid = "6f1d2c3e-77aa-4b1c-9e1d-0a1b2c3d4e5f";
  const hash = "8704e3c44d42ffee0011223344556677889900aa";
  const forms: readonly (readonly [noted: string, asked: readonly string[]])[] = [
    [uuid, [uuid, uuid.replaceAll("-", ""), uuid.slice(0, 13), uuid.slice(0, 8), uuid.toUpperCase()]],
    [uuid.replaceAll("-", ""), [uuid, uuid.slice(0, 8)]],
    [hash.slice(0, 7), [hash, hash.slice(0, 12), hash.slice(0, 7)]],
    [hash, [hash, hash.slice(0, 10)]],
  ];
  for (const [noted, asked] of forms) {
    const project = await projectOf(t, [`The label printer was fixed by ${noted}.`, ...NOTES.map(([note]) => note)]);
    for (const question of asked) {
      const { covered, weaker, notes } = await project.search(question);
      assert.deepEqual([covered, weaker, notes], [true, 1, []], `${noted}, asked ${question}`);
    }
    const another = await project.search(`${hash.slice(0, 5)}d${hash.slice(6)}`);
    assert.equal(another.covered, false);
  }
});

test("a name, number or identifier of the question that stands nowhere is its subject", async (t) => {
  const project = await projectOf(
    t,
    NOTES.map(([note]) => note),
  );
  for (const question of [
    "when does the chimney sweep come to Ostrava?",
    "what did the cistern pump QX-77 cost?",
    "is 48213 the fuse box of the oven?",
    // Words that stand nowhere and are none.
    "zxqv wobblefrick",
  ]) {
    const { covered, weaker, hits, notes } = await project.search(question);
    assert.equal(covered, false, question);
    assert.equal(weaker, 0, question);
    assert.ok(hits.length > 0);
    assert.ok(
      notes.some(({ code }) => code === "SUBJECT_ABSENT"),
      question,
    );
  }
  const misspelt = await project.search("chimny sweap");
  assert.deepEqual(misspelt.notes, []);
  const { covered, notes } = await project.search("what do the Ruiz keep?");
  assert.ok(covered);
  assert.deepEqual(notes, []);
});

test("what another one of the kind has, or another person, covers nothing; a code and both parts of a question are answered", async (t) => {
  const project = await projectOf(t, [
    "Kiln 2 runs 15 degrees hotter than its dial says.",
    "Beehive 1 gave 14 kg of honey this summer, beehive 3 swarmed.",
    "Ottilie's passport expires in March 2031.",
    "Bruno's skis are 150 cm long.",
    "Ottilie's boots are size 38.",
    "The dishwasher shows F41 when the filter is clogged.",
    "Bruno has moved to Kirchgasse 9.",
  ]);
  for (const [question, covers, text] of [
    ["how much hotter is kiln 3 than its dial?", false, ""],
    ["how much hotter is kiln 2 than its dial?", true, "Kiln 2"],
    ["how much honey did beehive 2 give?", false, ""],
    ["how much honey did beehive 1 give?", true, "Beehive 1"],
    ["when does Bruno's passport expire?", false, ""],
    ["when does Ottilie's passport expire?", true, "March 2031"],
    ["what does error code F41 of the dishwasher mean?", true, "F41"],
    ["what does error code F42 of the dishwasher mean?", false, ""],
  ] as const) {
    const { covered, hits } = await project.search(question);
    assert.equal(covered, covers, question);
    assert.ok(hits[0]?.text.includes(text), question);
  }
  const { hits, weaker } = await project.search("which size are Ottilie's boots, and how long are Bruno's skis?");
  const shown = hits.slice(0, weaker).map(({ text }) => text.split(" ")[1]);
  assert.deepEqual(shown.toSorted(), ["boots", "skis"]);
});

test("the first hits and their relevance don't depend on the limit; what is less relevant can be left out", async (t) => {
  const project = await projectOf(t, [...NOTES.map(([note]) => note), ...OTHERS]);
  const question = "when does the chimney sweep come?";
  const whole = await project.search(question, { limit: 30 });
  for (const limit of [1, 2, 5, 10, 20]) {
    const { hits, weaker } = await project.search(question, { limit });
    assert.deepEqual(
      hits.map(({ id, relevance }) => [id, relevance]),
      whole.hits.slice(0, limit).map(({ id, relevance }) => [id, relevance]),
    );
    assert.equal(weaker, Math.min(limit, whole.weaker));
  }
  assert.equal(whole.weaker, 1);
  assert.deepEqual(
    (await project.search(question, { minRelevance: 0.5 })).hits.map(({ id }) => id),
    [whole.hits[0]?.id],
  );
  const { hits } = await project.search(question, { explain: true });
  for (const { explanation, relevance } of hits) {
    const odds = Object.values(explanation?.relevance ?? {}).reduce(
      (sum, { value, weight }) => sum + value * weight,
      0,
    );
    assert.ok(Math.abs(1 / (1 + Math.exp(-odds)) - relevance) < 1e-4);
  }
});

test("each side of an OR between words and phrases answers by itself", async (t) => {
  const sides = ["chimney sweep", "cistern pump", "fuse box", "wood pellets"];
  const project = await projectOf(
    t,
    NOTES.map(([text]) => text),
  );
  for (const one of sides)
    for (const other of sides.filter((side) => side !== one))
      for (const question of [`"${one}" OR "${other}"`, `${one.split(" ")[0]} OR ${other.split(" ")[0]}`]) {
        const { hits, weaker, covered } = await project.search(question);
        const shown = hits.slice(0, weaker).map(({ text }) => text.trim());
        const wanted = NOTES.map(([text]) => text).filter((text) =>
          [one, other].some((side) => text.toLowerCase().includes(side)),
        );
        assert.deepEqual([covered, shown.toSorted()], [true, wanted.toSorted()], question);
      }
  const { covered } = await project.search("zeppelin OR submarine");
  assert.equal(covered, false);
});

test("who does something isn't told by a note in which somebody does something else to it", async (t) => {
  const things = ["domain", "projector", "allotment", "kiln"];
  const cases = [
    ["administers", (thing: string) => `We renewed the ${thing} for two years.`],
    ["audits", (thing: string) => `They moved the ${thing} to the cellar in May.`],
  ] as const;
  for (const [verb, note] of cases) {
    const project = await projectOf(t, things.map(note));
    for (const thing of things) {
      const { covered, weaker } = await project.search(`who ${verb} the ${thing}?`);
      assert.deepEqual({ covered, weaker }, { covered: false, weaker: 0 }, `${verb} ${thing}`);
    }
    const told = await projectOf(t, [`The press is what Ruben ${verb}.`]);
    assert.ok((await told.search(`who ${verb} the press?`)).covered, verb);
  }
});
