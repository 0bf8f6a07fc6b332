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
    "  skipped  1 file: unknown type (1 .png)",
  ]);
  assert.deepEqual(skippedLines({ ...JOB, skipped: lines.map((one) => ({ ...one, reason: "binary" })) }), [
    "  skipped  11 files: binary",
  ]);
});

test("files of unknown type are counted by kind; the way to read code is said only where there is some", () => {
  const unknown = (paths: readonly string[]) => paths.map((path) => ({ path, reason: "unknown type" }));
  const videos = Array.from({ length: 12 }, (_, i) => `${i}.MP4`);
  const skipped = unknown([...videos, "a.png", "b.png", "c"]);
  assert.deepEqual(skippedLines({ ...JOB, skipped }), [
    "  skipped  15 files: unknown type (12 .mp4, 2 .png, 1 without extension)",
  ]);
  assert.doesNotMatch(renderJob({ ...JOB, skipped }, style), /--include/u);
  assert.match(renderJob({ ...JOB, skipped: unknown(["a.rs"]) }, style), /--include '\*\*\/\*\.rs'/u);
});
