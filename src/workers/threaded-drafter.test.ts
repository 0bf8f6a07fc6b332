import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type DraftContext, draftHere } from "../ingest/draft-file.ts";
import type { ScannedFile } from "../ingest/scan/scan.ts";
import { createPlacer } from "../palace/place.ts";
import { DEFAULT_PARSE_LIMITS } from "../parsing/parser-input.ts";
import { parseFile } from "../parsing/registry.ts";
import { gitUser } from "../ingest/scan/ignore-files.ts";
import { threadedDrafter } from "./threaded-drafter.ts";

const CONTEXT: DraftContext = {
  source: {
    key: "notes-1",
    name: "notes",
    options: { scope: "kb", wing: null, room: null, include: [], exclude: [], format: null },
  },
  scope: { given: "kb", frontMatter: "narrow" },
  project: null,
  settings: {
    chunking: { maxChunkSize: 1500, overlapLines: 2, maxMessageSize: 500 },
    scope: null,
    wing: null,
    include: [],
    exclude: [],
    git: gitUser("/nowhere", {}),
    maxFileBytes: 50_000_000,
    redactsDocuments: false,
    hallKeywords: {},
  },
};

function written(t: TestContext, files: Readonly<Record<string, string>>): readonly ScannedFile[] {
  const folder = mkdtempSync(join(tmpdir(), "loci-draft-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return Object.entries(files).map(([path, text]) => {
    const absolute = join(folder, path);
    writeFileSync(absolute, text);
    const { size, mtimeMs, ctimeMs } = statSync(absolute);
    return {
      path,
      absolute,
      documentType: path.slice(path.lastIndexOf(".") + 1),
      bytes: size,
      modifiedAt: mtimeMs,
      changedAt: ctimeMs,
    };
  });
}

async function drafted(
  files: readonly ScannedFile[],
  maxHeapMegabytes: number,
): Promise<Readonly<Record<string, string>>> {
  const limits = { ...DEFAULT_PARSE_LIMITS, maxHeapMegabytes };
  const here = draftHere(
    { parse: (input) => parseFile({ ...input, limits }), place: createPlacer({ hallKeywords: {} }) },
    0,
  );
  const seen: Record<string, string> = {};
  for await (const { file, result } of threadedDrafter({ hallKeywords: {}, limits }, here)(CONTEXT, files, undefined)) {
    assert.ok(!(file.path in seen), `${file.path} once`);
    if (result.kind === "drafted") assert.equal(result.draft.document.path, file.path);
    seen[file.path] = result.kind === "skipped" ? result.reason.replace(/: .*/u, "") : result.kind;
  }
  return seen;
}

test("a file that takes too much memory is skipped with that reason; every other one is drafted", async (t) => {
  const notes = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`n${i}.md`, `# Note ${i}\n\n${"Some words of it. ".repeat(200)}\n`]),
  );
  const files = written(t, { "a.md": "# A\n\nFirst.\n", "bad.md": "- a\n".repeat(1_500_000), ...notes });
  const seen = await drafted(files, 64);
  assert.deepEqual(seen, { ...Object.fromEntries(files.map(({ path }) => [path, "drafted"])), "bad.md": "memory" });
});

test("every file gets its own draft, whatever is loaded for the files before it", async (t) => {
  const text = "Some words of it. ".repeat(100);
  const files = written(
    t,
    Object.fromEntries(
      Array.from({ length: 900 }, (_, i) => [
        `n${String(i).padStart(3, "0")}.${i < 16 ? "md" : "txt"}`,
        `${i} ${text}`,
      ]),
    ),
  );
  assert.equal(Object.keys(await drafted(files, 512)).length, 900);
});

test("many files are drafted on a thread of their own", async (t) => {
  const files = written(t, Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`n${i}.md`, `# ${i}\n`])));
  const limits = DEFAULT_PARSE_LIMITS;
  const draft = threadedDrafter(
    { hallKeywords: {}, limits },
    draftHere({ parse: () => assert.fail("not on this thread"), place: createPlacer({ hallKeywords: {} }) }, 0),
  );
  let drafted = 0;
  for await (const { result } of draft(CONTEXT, files, undefined)) if (result.kind === "drafted") drafted++;
  assert.equal(drafted, 900);
});

test("whoever else waits for the event loop has its turn between messages", async (t) => {
  const files = written(
    t,
    Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`n${i}.md`, `# ${i}\n\nSome words.\n`])),
  );
  const limits = DEFAULT_PARSE_LIMITS;
  const draft = threadedDrafter(
    { hallKeywords: {}, limits },
    draftHere({ parse: () => assert.fail("not on this thread"), place: createPlacer({ hallKeywords: {} }) }, 0),
  );
  let turns = 0;
  let waiting = true;
  const count = (): void => {
    turns++;
    if (waiting) setTimeout(count, 0);
  };
  let drafted = 0;
  for await (const _ of draft(CONTEXT, files, undefined)) {
    if (drafted++ === 0) count();
    // Slower than the thread, as embedding and writing are: its messages wait.
    for (const until = performance.now() + 0.5; performance.now() < until;);
  }
  waiting = false;
  assert.equal(drafted, 900);
  assert.ok(turns >= 20, `${turns} turns in 40 messages`);
});
