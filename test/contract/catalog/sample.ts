import type { NoteCode } from "../../../src/model/note.ts";
import type { Job } from "../../../src/operations/answers/run.ts";
import type { Source } from "../../../src/model/source.ts";

/** A source with every field set to something. */
export function source(key: string, more: Partial<Source> = {}): Source {
  return {
    key,
    name: key,
    kind: "folder",
    root: `/notes/${key}`,
    options: { scope: "kb", wing: null, room: null, include: [], exclude: ["*.tmp"], format: null },
    addedAt: "2026-01-01T00:00:00.000Z",
    lastRun: null,
    lastJob: null,
    checkedFrom: null,
    status: "new",
    recipe: null,
    ...more,
  };
}

/** A job that did a little of everything. */
export function job(id: string, more: Partial<Job> = {}): Job {
  return {
    id,
    kind: "index",
    status: "done",
    startedAt: "2026-01-01T00:00:00.000Z",
    seconds: 0.5,
    bytes: 12,
    files: { seen: 3, indexed: 1, unchanged: 0, skipped: 1, removed: 0, failed: 1 },
    drawers: { added: 2, kept: 0, removed: 0, total: 2 },
    embeddings: { computed: 2, reused: 0 },
    skipped: [{ path: "a.bin", reason: "binary" }],
    failed: [{ path: "ü 'quoted'\n.md", code: "PATH_UNREADABLE", message: "no" }],
    sources: ["notes"],
    notes: [{ code: "N" as NoteCode, message: "m", hint: "h" }],
    ...more,
  };
}
