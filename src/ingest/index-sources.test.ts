import assert from "node:assert/strict";
import { join, sep } from "node:path";
import { test } from "node:test";
import type { Source } from "../model/source.ts";
import { overlapNotes } from "./index-sources.ts";

const root = `${sep}notes`;
const source = (key: string, root: string, scope: string, lastRun: string | null = null): Source =>
  ({ key, name: key, kind: "folder", root, options: { scope }, lastRun }) as unknown as Source;

test("a folder inside a source of another scope is said to be seen by both, and how it is seen by one", () => {
  const outer = source("notes-1", root, "kb", "2026-11-23T04:00:00Z");
  const inner = source("hr-2", join(root, "team", "hr"), "admin");
  const [note] = overlapNotes([inner], [outer, inner]);
  assert.match(note?.message ?? "", /is stored twice, for kb and for admin$/);
  assert.match(note?.hint ?? "", /for admin alone.*--exclude 'team\/hr\/\*\*'.*for kb alone: loci sources rm hr-2/);
  const same = source("hr-2", join(root, "team", "hr"), "kb");
  assert.deepEqual(
    overlapNotes([same], [outer, same]).map(({ message, hint }) => [message.endsWith("is stored twice"), hint]),
    [[true, "if one is enough: loci sources rm hr-2"]],
  );
});
