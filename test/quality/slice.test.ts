import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { type Hit, openLoci } from "../../src/index.ts";
import { FEATURES, type Feature } from "../../src/ranking/features.ts";
import { WEIGHTS } from "../../src/ranking/weights.ts";
import { ASKED, slice, type SliceQuestion } from "./slice.fixture.ts";

/** Share of a group's questions whose right passage comes before the wrong one, at least; of all questions, at least. */
const FLOOR = 0.9;
const FLOOR_OF_ALL = 0.93;
const CANDIDATES = 60;

/**
 * Features that are left out together: what one of them says, another says too. `hall` is judged by the palace suite, `named` by the test of names.
 */
const GROUPS: Readonly<Record<string, readonly Feature[]>> = {
  words: ["coverage", "documentCoverage"],
  neighbours: ["message", "window1", "window3", "window6"],
  session: ["documentCoverage"],
  meaning: ["dense", "denseNeighbours", "documentDense"],
  speaker: ["speaker"],
  question: ["question"],
  followsQuestion: ["followsQuestion"],
  firstPerson: ["firstPerson"],
  time: ["time"],
  recency: ["recency"],
  links: ["links"],
  assistant: ["assistant", "assistantAsked"],
  // What tools and programs say stands in no hall.
  tool: ["tool", "toolAsked", "hall"],
  aside: ["aside", "hall"],
};

interface Answered extends SliceQuestion {
  readonly hits: readonly Hit[];
}

let answered: readonly Answered[] = [];
const home = mkdtempSync(join(tmpdir(), "loci-slice-"));
after(() => rmSync(home, { recursive: true, force: true }));

before(async () => {
  const { lines, files, questions } = slice();
  const loci = await openLoci({ home: join(home, "data") });
  const project = await loci.project("slice");
  // Messages that are equal byte for byte would fold into one hit.
  const told = new Map<string, number>();
  const apart = lines.map((line) => {
    const before = told.get(line.text) ?? 0;
    told.set(line.text, before + 1);
    return { ...line, text: line.text + " ".repeat(before) };
  });
  writeFileSync(join(home, "chats.jsonl"), apart.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, "files", path)), { recursive: true });
    writeFileSync(join(home, "files", path), text);
  }
  await project.mine([join(home, "chats.jsonl")], { scope: "kb", format: "jsonl" });
  await project.index([join(home, "files")], { scope: "kb" });
  const list: Answered[] = [];
  for (const question of questions) {
    const { hits } = await project.search(question.query, { limit: CANDIDATES, now: ASKED, explain: true });
    list.push({ ...question, hits });
  }
  answered = list;
  await loci.close();
});

/** Share of the questions whose right passage comes before the wrong one, when features count for what `weights` says. */
function firstOf(questions: readonly Answered[], weights: Readonly<Record<Feature, number>>): number {
  const before = questions.filter(({ hits, right, wrong }) => {
    const scoreOf = (id: string): number => {
      const hit = hits.find(({ message, source }) => (message === null ? source.path : message.ids[0]) === id);
      if (hit === undefined) return Number.NEGATIVE_INFINITY;
      return FEATURES.reduce((sum, name) => sum + (hit.explanation?.features[name]?.value ?? 0) * weights[name], 0);
    };
    return scoreOf(right) > scoreOf(wrong) + 1e-9;
  });
  return before.length / questions.length;
}

function changed(features: readonly Feature[], factor: number): Readonly<Record<Feature, number>> {
  return { ...WEIGHTS, ...Object.fromEntries(features.map((name) => [name, factor * WEIGHTS[name]])) };
}

test("all questions together: the right passage is first", () => {
  const figure = firstOf(answered, WEIGHTS);
  assert.ok(figure >= FLOOR_OF_ALL, `${(100 * figure).toFixed(1)} % of ${answered.length}`);
});

for (const [group, features] of Object.entries(GROUPS)) {
  test(`${group}: right with it; without it, or with its sign turned, below the floor`, () => {
    const own = answered.filter(({ feature }) => features.includes(feature));
    assert.ok(own.length > 0);
    const [now, without, turned] = [WEIGHTS, changed(features, 0), changed(features, -1)].map((weights) =>
      firstOf(own, weights),
    ) as [number, number, number];
    const summary = `${group}: ${now} as it is, ${without} without, ${turned} turned`;
    assert.ok(now >= FLOOR, summary);
    assert.ok(without < FLOOR && turned < FLOOR, summary);
  });
}
