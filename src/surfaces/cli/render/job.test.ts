import assert from "node:assert/strict";
import { test } from "node:test";
import type { Job } from "../../../index.ts";
import { createStyle } from "../output/style.ts";
import { renderJob } from "./job.ts";

const JOB: Job = {
  id: "0mw",
  kind: "mine",
  status: "done",
  startedAt: "2026-11-23T04:00:00.000Z",
  seconds: 1,
  bytes: 0,
  files: { seen: 1, indexed: 1, unchanged: 0, skipped: 0, removed: 0, failed: 0 },
  drawers: { added: 1, kept: 0, removed: 0, total: 1 },
  embeddings: { computed: 1, reused: 0 },
  skipped: [],
  failed: [],
} as unknown as Job;
const style = createStyle({ isTTY: false }, {});
const skippedLines = (job: Job): readonly string[] => renderJob(job, style).split("\n").filter((line) => line.startsWith("  skipped"));

test("many skipped messages of a transcript are counted as lines, files as files", () => {
  const lines = Array.from({ length: 11 }, (_, i) => ({ path: `a.jsonl:${i + 1}`, reason: "no id" }));
  const files = [{ path: "b.png", reason: "unknown type" }, { path: "c", reason: "no id" }];
  const mined = { ...JOB, messages: { added: 1, kept: 0, skipped: 11 }, skipped: [...lines, ...files] };
  assert.deepEqual(skippedLines(mined), ["  skipped  11 lines: no id", "  skipped  1 file: no id", "  skipped  1 file: unknown type"]);
  assert.deepEqual(skippedLines({ ...JOB, skipped: lines.map((one) => ({ ...one, reason: "binary" })) }), ["  skipped  11 files: binary"]);
});
