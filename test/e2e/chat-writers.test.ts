import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";
import { rounds } from "../rounds.fixture.ts";

const WRITERS = rounds(8, 5);
/** Messages a writer; `LOCI_TEST_MESSAGES=10000` takes minutes. */
const MESSAGES = Math.ceil(Number(process.env["LOCI_TEST_MESSAGES"] ?? rounds(200, 60)) / WRITERS);
const KILLS = rounds(6, 2);

test("writers in one chat, killed at random: no acknowledged message is lost, none stands twice", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-writers-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  await (await openLoci({ home })).close();
  const acknowledged = join(folder, "acknowledged");
  const start = (name: string): ChildProcess =>
    spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        fileURLToPath(new URL("chat-writer.fixture.ts", import.meta.url)),
        home,
        name,
        acknowledged,
        String(MESSAGES),
      ],
      { stdio: "ignore" },
    );
  const ended = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) =>
      child.exitCode !== null || child.signalCode !== null ? resolve() : child.once("exit", () => resolve()),
    );
  const writers = Array.from({ length: WRITERS }, (_, i) => start(`w${i}`));
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(500 + random(1_500));
    const which = random(WRITERS);
    writers[which]?.kill("SIGKILL");
    await ended(writers[which] as ChildProcess);
    // It begins again, and says again what it may have said before.
    writers[which] = start(`w${which}`);
  }
  await Promise.all(writers.map(ended));

  const promised = new Set(
    readFileSync(acknowledged, "utf8")
      .split("\n")
      .filter((id) => id !== ""),
  );
  assert.ok(promised.size >= (WRITERS * MESSAGES) / 2, `${promised.size} were acknowledged`);
  const lines = readFileSync(join(home, "projects", "p", "chats", "shared", "messages.jsonl"), "utf8").split("\n");
  const kept = lines.flatMap((line) => {
    try {
      return [(JSON.parse(line) as { id: string }).id];
    } catch {
      // Empty, or the line of a writer that was killed while it wrote.
      return [];
    }
  });
  assert.deepEqual(
    kept.filter((id, i) => kept.indexOf(id) !== i),
    [],
    "none stands twice in the file",
  );
  assert.deepEqual(
    [...promised].filter((id) => !kept.includes(id)),
    [],
    "none is lost in the file",
  );
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([]);
  assert.equal((await project.status()).counts.drawers, kept.length, "the index holds each message once");
  const found = new Map<string, number>();
  const { hits } = await project.search("harbour message writer", { limit: 1_000, type: "chat" });
  for (const { message } of hits) for (const id of message?.ids ?? []) found.set(id, (found.get(id) ?? 0) + 1);
  if (promised.size <= 1_000)
    assert.deepEqual(
      [...promised].filter((id) => !found.has(id)),
      [],
      "none is lost in the index",
    );
  assert.deepEqual(
    [...found].filter(([, count]) => count > 1),
    [],
    "none stands twice in the index",
  );
  assert.ok(existsSync(join(home, "projects", "p", "chats", "shared", "recent.json")));
});
