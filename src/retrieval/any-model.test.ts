import { daysIn } from "../text/days.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStaticEmbedding } from "../embedding/static/provider.ts";
import { UNRELATED_TEXTS, measureUnrelated } from "../ingest/unrelated-of.ts";
import type { Drawer } from "../model/drawer.ts";
import type { Unrelated } from "../model/vector.ts";
import { rank } from "./rank.ts";
import { relevanceJudge } from "./judge-relevance.ts";
import { analyseQuestion } from "./analyse/analyse-question.ts";
import type { Candidate, CandidateSet } from "../storage/ports/candidates.ts";

const provider = openStaticEmbedding();

test("the bundled model says of its cosines what measuring gives", async () => {
  const measured = measureUnrelated(await provider.embedPassages(UNRELATED_TEXTS));
  assert.ok(Math.abs(measured.mean - (provider.unrelated?.mean ?? 0)) < 1e-9);
  assert.ok(Math.abs(measured.deviation - (provider.unrelated?.deviation ?? 0)) < 1e-9);
});

/** Candidates whose order and gate depend on cosines, as a model has them whose cosines are `shift + slope ·` those of another. */
function candidates(shift: number, slope: number): CandidateSet {
  const cosine = (value: number): number => shift + slope * value;
  const list = Array.from({ length: 24 }, (_, i): Candidate => {
    const value = 0.05 + ((i * 37) % 24) / 40;
    return {
      id: String(i).padStart(32, "0"),
      document: i >> 2,
      lexical: ((i * 11) % 7) / 2,
      coverage: ((i * 5) % 10) / 10,
      windows: [1, 1, 2, 3].map((w) => w * (((i * 11) % 7) / 2)),
      documentCoverage: ((i * 3) % 10) / 10,
      dense: cosine(value),
      denseBefore: cosine(value / 2),
      denseAfter: cosine(value / 3),
      documentDense: cosine(value + 0.1),
      named: false,
      signals: 256 << (i % 2),
      signalsBefore: 0,
      author: i % 2 === 0 ? "Ana" : "assistant",
      hall: "",
      date: null,
    };
  });
  return {
    candidates: list,
    lexicalBound: 10,
    idf: [],
    visible: 24,
    eligible: 24,
    removed: [],
    withoutVector: 0,
    approximate: false,
    sequence: 1,
  };
}

const DRAWER: Drawer = {
  id: "0".repeat(32),
  text: "Staging listens on port 8443.",
  caption: null,
  heading: "",
  headingLevel: 0,
  breadcrumb: [],
  names: [],
  elementType: "paragraph",
  span: { start: 0, end: 29 },
  lines: null,
  pages: null,
  message: null,
  placement: {
    wing: { value: "w", by: "explicit" },
    hall: { value: null, by: "unsure" },
    room: { value: "r", by: "inferred" },
    topicalHalls: [],
  },
  date: null,
};

test("a model whose cosines are squeezed or moved gives the same order, and 'covered' as it was", () => {
  const answer = (
    shift: number,
    slope: number,
  ): { readonly ids: readonly string[]; readonly relevances: readonly number[] } => {
    const unrelated: Unrelated = { mean: shift + slope * 0.07, deviation: slope * 0.09 };
    const ranked = rank(
      candidates(shift, slope),
      {
        mentioned: new Set(),
        time: null,
        now: 0,
        hall: null,
        voice: { assistant: false, tool: false },
        unrelated,
        fold: (text) => text,
      },
      "learned",
      "hybrid",
    ).slice();
    const set = candidates(shift, slope);
    const question = analyseQuestion("which port does staging use?", { now: 0, days: daysIn("UTC") });
    const judge = relevanceJudge(
      { question, mode: "hybrid", sources: new Map() },
      { found: { set, terms: [] }, first: ranked.slice(0, 10), lexicon: null, findTerms: () => [] },
    );
    return {
      ids: ranked.map(({ candidate }) => candidate.id),
      relevances: ranked
        .slice(0, 10)
        .map(
          (item, i) => judge.judge({ drawer: DRAWER, item, source: "s" }, { place: i, next: null, best: 0 }).relevance,
        ),
    };
  };
  const plain = answer(0, 1);
  for (const [shift, slope] of [
    [0.7, 0.3],
    [0.2, 0.5],
    [0.85, 0.1],
  ] as const) {
    const other = answer(shift, slope);
    assert.deepEqual(other.ids, plain.ids);
    other.relevances.forEach((one, i) => assert.ok(Math.abs(one - (plain.relevances[i] ?? NaN)) < 1e-9));
  }
});
