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

test("many skipped messages of a transcript are counted as lines, files as files, with the first of each", () => {
  const lines = Array.from({ length: 11 }, (_, i) => ({ path: `a.jsonl:${i + 1}`, reason: "no id" }));
  const files = [
    { path: "b.png", reason: "unknown type" },
    { path: "c", reason: "no id" },
  ];
  const mined = { ...JOB, messages: { added: 1, kept: 0, skipped: 11 }, skipped: [...lines, ...files] };
  assert.deepEqual(skippedLines(mined), [
    "  skipped  11 lines: no id (a.jsonl:1, a.jsonl:2, …)",
    "  skipped  1 file: no id (c)",
  ]);
  assert.deepEqual(skippedLines({ ...JOB, skipped: lines.map((one) => ({ ...one, reason: "binary" })) }), [
    "  skipped  11 files: binary (a.jsonl:1, a.jsonl:2, …)",
  ]);
});

test("what is no document is left out in one line with its kinds, and no failure; the way to read code is said only where there is some", () => {
  const unknown = (paths: readonly string[]) => paths.map((path) => ({ path, reason: "unknown type" }));
  const leftOut = (skipped: Job["skipped"]): readonly string[] =>
    renderJob({ ...JOB, skipped, files: { ...JOB.files, skipped: skipped.length } }, style)
      .split("\n")
      .filter((line) => /left out|skipped/u.test(line));
  const videos = Array.from({ length: 12 }, (_, i) => `${i}.MP4`);
  const [files, line] = leftOut(unknown([...videos, "a.png", "b.png", "c"]));
  assert.match(files ?? "", / 0 skipped,/u);
  assert.equal(line, "  left out 15 files that are no documents (12 .mp4, 2 .png, 1 without extension)");
  assert.match(leftOut(unknown(["a.rs"]))[1] ?? "", /--include '\*\*\/\*\.rs'/u);
  assert.equal(leftOut(unknown(["a.rs", ...videos])).length, 2);
});

test("what is Loci's own in a transcript is counted in one line", () => {
  const skipped = [2, 3].map((n) => ({ path: `s.jsonl:${n}`, reason: "Loci's own words" }));
  const lines = renderJob({ ...JOB, messages: { added: 1, kept: 0, skipped: 2 }, skipped }, style).split("\n");
  assert.ok(
    lines.includes("  left out 2 places where an agent's transcript repeats Loci's own words"),
    lines.join("\n"),
  );
  assert.ok(lines.every((line) => !line.includes("s.jsonl")));
});

test("a run over several projects says what each got, and of which the sum is", () => {
  const messages = { added: 3, kept: 0, skipped: 0 };
  const of = (...names: readonly string[]): string =>
    renderJob({ ...JOB, projects: names.map((project) => ({ project, job: "j", sessions: 1, messages })) }, style);
  assert.match(of("a", "b"), /  a  1 session, 3 new messages\n  b  1 session, 3 new messages\n.* in all 2 projects\n/u);
  assert.match(of("a"), / in the project\n/u);
});

test("a cancelled run that kept messages says so, also where nothing of them is indexed yet", () => {
  const cancelled = { ...JOB, status: "cancelled" as const, drawers: { added: 0, kept: 0, removed: 0, total: 0 } };
  const last = (job: Job): string | undefined => renderJob(job, style).split("\n").at(-1);
  assert.match(last(cancelled) ?? "", /nothing was stored/u);
  const messages = { added: 600, kept: 0, skipped: 0 };
  assert.match(last({ ...cancelled, messages }) ?? "", /what was stored stays/u);
});
