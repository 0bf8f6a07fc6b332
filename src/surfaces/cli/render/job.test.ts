import assert from "node:assert/strict";
import { test } from "node:test";
import { job } from "../../../../test/contract/catalog/sample.ts";
import type { Job } from "../../../index.ts";
import { createStyle } from "../output/style.ts";
import { renderJob } from "./job.ts";

const JOB = job("0mw", { kind: "mine", failed: [], notes: [] });
const style = createStyle({ isTTY: false }, {});
const skippedLines = (job: Job): readonly string[] =>
  renderJob(job, style)
    .split("\n")
    .filter((line) => line.startsWith("  skipped"));

test("many skipped messages of a transcript are counted as lines, files as files", () => {
  const lines = Array.from({ length: 11 }, (_, i) => ({ path: `a.jsonl:${i + 1}`, reason: "no id" }));
  const files = [
    { path: "b.png", reason: "unknown type" },
    { path: "c", reason: "no id" },
  ];
  const mined = { ...JOB, messages: { added: 1, kept: 0, skipped: 11 }, skipped: [...lines, ...files] };
  assert.deepEqual(skippedLines(mined), [
    "  skipped  11 lines: no id",
    "  skipped  1 file: no id",
    "  skipped  1 file: unknown type",
  ]);
  assert.deepEqual(skippedLines({ ...JOB, skipped: lines.map((one) => ({ ...one, reason: "binary" })) }), [
    "  skipped  11 files: binary",
  ]);
});
