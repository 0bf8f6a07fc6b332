import assert from "node:assert/strict";
import { join, sep } from "node:path";
import { test } from "node:test";
import type { Source } from "../model/source.ts";
import { overlapNotes } from "./index-sources.ts";

const root = `${sep}notes`;
const source = (key: string, root: string, scope: string, lastRun: string | null = null): Source =>
  ({ key, name: key, kind: "folder", root, options: { scope }, lastRun }) as unknown as Source;

test("a folder inside another source is said to stand with the inner one, for whom that one says", () => {
  const outer = source("notes-1", root, "kb", "2026-11-23T04:00:00Z");
  const inner = source("hr-2", join(root, "team", "hr"), "admin");
  const [note] = overlapNotes([inner], [outer, inner]);
  assert.match(note?.message ?? "", /is stored once, with the inner one, for admin$/);
  assert.match(note?.hint ?? "", /to have it there again: loci sources rm hr-2/);
  const same = source("hr-2", join(root, "team", "hr"), "kb");
  assert.ok(overlapNotes([same], [outer, same])[0]?.message.endsWith("with the inner one"));
});
