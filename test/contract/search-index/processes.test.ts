import assert from "node:assert/strict";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { sampleQuery, words } from "./sample.ts";

const folder = mkdtempSync(join(tmpdir(), "loci-processes-"));
after(() => rmSync(folder, { recursive: true }));

function writer(path: string, name: string, rounds: number): ChildProcessByStdio<null, Readable, null> {
  return spawn(
    process.execPath,
    [fileURLToPath(new URL("writer.process.ts", import.meta.url)), path, name, String(rounds)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
}

test("eight processes write and search one index: nobody is locked out, nothing is lost", async () => {
  const path = join(folder, "many.sqlite");
  const rounds = 12;
  const names = Array.from({ length: 8 }, (_, i) => `writer${i}`);
  const exits = await Promise.all(
    names.map(async (name) => {
      const child = writer(path, name, rounds);
      child.stdout.resume();
      return (await once(child, "exit"))[0] as number;
    }),
  );
  assert.deepEqual(
    exits,
    names.map(() => 0),
  );
  const index = await openSqliteSearchIndex(path);
  try {
    assert.equal(await index.sequence(), names.length * rounds);
    assert.equal((await index.counts("all")).documents, names.length * 3);
    assert.deepEqual(await index.check(true), []);
    for (const name of names) {
      const { candidates } = await index.candidates(sampleQuery({ terms: words(name), spread: [] }));
      const texts = (
        await index.get(
          candidates.map(({ id }) => id),
          "all",
        )
      ).map(({ drawer }) => drawer.text);
      const expected = [0, 1, 2].flatMap((i) =>
        Array.from({ length: 3 + ((rounds + i) % 4) }, (_, d) => `apple ${name} round${rounds} part${d}`),
      );
      assert.deepEqual(texts.sort(), expected.sort());
    }
  } finally {
    await index.close();
  }
});

test("kill -9 at many points: whole commits, nothing acknowledged is lost, and the next process goes on", async () => {
  const path = join(folder, "killed.sqlite");
  let acknowledged = 0;
  for (let attempt = 0; attempt < 10; attempt++) {
    const child = writer(path, "victim", 1000);
    let last = 0;
    let seen = 0;
    // The kill comes in the middle of whatever follows the line: the search, the next write, a merge.
    for await (const line of createInterface(child.stdout)) {
      last = Number(line.slice("round ".length));
      if (++seen === 1 + attempt * 2) child.kill("SIGKILL");
    }
    acknowledged = last;
    const index = await openSqliteSearchIndex(path);
    try {
      assert.deepEqual(await index.check(true), []);
      const rounds = new Set<string>();
      for (const document of await index.documents()) {
        for (const { drawer } of await index.documentDrawers(document, "all"))
          rounds.add(/round(\d+)/.exec(drawer.text)?.[1] ?? "none");
      }
      assert.equal(rounds.size, 1, `documents of rounds ${[...rounds].join(", ")}`);
      assert.ok(Number([...rounds][0]) >= acknowledged);
    } finally {
      await index.close();
    }
  }
});
