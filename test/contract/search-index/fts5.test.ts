import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import fc from "fast-check";
import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { idf } from "../../../src/storage/ports/searched-fields.ts";
import { indexTerms } from "../../../src/text/analyzer.ts";
import { anyHistory, outcome } from "./histories.ts";
import { sampleQuery } from "./sample.ts";
import { rounds } from "../../rounds.fixture.ts";

/** Letters of plain words, so that FTS5's tokenizer takes our terms as they are. */
const WORDS = ["appl", "banana", "cherri", "date", "elder", "fig", "grape", "hazel"] as const;
const WEIGHTS = { heading: 2.5, content: 1, breadcrumb: 0.5 };

test("scores equal those of FTS5's bm25() with the same column weights, each term by the contract's idf", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
      async (history, terms) => {
        const writes = outcome(history).map((write) => ({
          ...write,
          drawers: write.drawers.filter(({ drawer }) => /^[a-z ]*$/.test(drawer.text + (drawer.caption ?? ""))),
        }));
        const index = await openSqliteSearchIndex(":memory:", { merge: { factor: 2, smallest: 1 } });
        const oracle = new DatabaseSync(":memory:");
        try {
          await index.apply({ put: writes, remove: [] });
          oracle.exec(
            "CREATE VIRTUAL TABLE drawers USING fts5(id UNINDEXED, heading, content, breadcrumb, tokenize = 'unicode61')",
          );
          const insert = oracle.prepare("INSERT INTO drawers VALUES (?, ?, ?, ?)");
          const joined = (...texts: readonly string[]): string => texts.flatMap(indexTerms).join(" ");
          for (const { drawers } of writes) {
            for (const { drawer } of drawers) {
              const above = [
                ...drawer.names,
                ...(drawer.breadcrumb.at(-1) === drawer.heading ? drawer.breadcrumb.slice(0, -1) : drawer.breadcrumb),
              ];
              insert.run(
                drawer.id,
                joined(drawer.heading),
                joined(drawer.text, drawer.caption ?? ""),
                joined(...above),
              );
            }
          }
          const drawers = writes.reduce((sum, write) => sum + write.drawers.length, 0);
          const scores = new Map<string, number>();
          const find = oracle.prepare(
            "SELECT id, bm25(drawers, 0, 2.5, 1, 0.5) AS score FROM drawers WHERE drawers MATCH ?",
          );
          for (const term of terms) {
            const rows = find.all(`"${term}"`) as { id: string; score: number }[];
            const theirs = Math.log((drawers - rows.length + 0.5) / (rows.length + 0.5));
            const share = idf(rows.length, drawers) / (theirs > 0 ? theirs : 1e-6);
            for (const { id, score } of rows) scores.set(id, (scores.get(id) ?? 0) - score * share);
          }
          const { candidates } = await index.candidates(
            sampleQuery({
              terms: terms.map((term) => ({ term, weight: 1, original: true })),
              fieldWeights: WEIGHTS,
              spread: [],
              pool: { lexical: 1000, dense: 0 },
            }),
          );
          assert.deepEqual(candidates.map(({ id }) => id).sort(), [...scores.keys()].sort());
          for (const { id, lexical } of candidates) {
            const expected = scores.get(id) as number;
            assert.ok(Math.abs(lexical - expected) <= 1e-9 * Math.max(1, expected), `${lexical} is not ${expected}`);
          }
        } finally {
          await index.close();
          oracle.close();
        }
      },
    ),
    { numRuns: rounds(100, 10) },
  );
});
