import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

test("an older project of two repositories is named by doctor, and split; ids stay, and nothing is in both", async (t) => {
  const root = realpathSync(temporaryFolder(t));
  const home = join(root, ".loci");
  const paths = ["alder/web", "birch/web"].map((path) => join(root, path));
  for (const [i, path] of paths.entries()) {
    mkdirSync(path, { recursive: true });
    const git = (...words: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=k", "-c", "user.email=k@example.org", ...words], { cwd: path });
    git("init", "-q", "-b", "main");
    git("commit", "-q", "--allow-empty", "-m", `begin ${i}`);
    git("remote", "add", "origin", `git@example.org:${i === 0 ? "alder" : "birch"}/web.git`);
  }
  const [alder, birch] = paths as [string, string];
  const message = (id: string, cwd: string, text: string): string =>
    `${JSON.stringify({ type: "user", uuid: id, sessionId: "s1", cwd, timestamp: "2026-11-02T10:00:00.000Z", message: { role: "user", content: text } })}\n`;
  mkdirSync(join(root, "histories"));
  const history = join(root, "histories", "s1.jsonl");
  writeFileSync(
    history,
    message("1", alder, "The heron nests in the reeds.") + message("2", birch, "The egret fishes."),
  );
  const recorded = join(root, "s9.jsonl");
  writeFileSync(recorded, message("9", birch, "The egret dances at noon.").replace('"s1"', '"s9"'));
  mkdirSync(join(birch, "docs"));
  writeFileSync(join(birch, "docs/a.md"), "# Birds\n\nThe egret of the file.\n");
  const loci = await openLoci({
    home,
    settings: { embedding: { provider: "none" } },
    system: { userHome: root },
  });
  t.after(() => loci.close());
  // As an older version did: by name alone.
  const old = await loci.project("web");
  await old.mine([join(root, "histories")], { scope: "admin" });
  await old.recordSession({ agent: "claude-code", session: "s9", transcript: recorded });
  await old.index([join(birch, "docs")], { scope: "kb" });
  const ids = async (name: string): Promise<ReadonlyMap<string, string>> => {
    const project = await loci.project(name);
    const { hits } = await project.search("heron egret", { mode: "lexical", limit: 20 });
    await project.close();
    return new Map(hits.map(({ text, id }) => [text, id] as const).sort());
  };
  await old.close();
  const before = await ids("web");
  assert.equal(before.size, 4);
  for (const name of ["identity.json", "identity.copy.json"]) rmSync(join(home, "projects/web", name));
  const { projectOfFolder } = await import("../../src/index.ts");
  const where = { home, userHome: root };
  for (const path of paths) assert.equal((await projectOfFolder(path, where)).name, "web");
  const seen = await loci.project("web");
  const finding = (await seen.doctor()).find(({ check }) => check === "projects");
  assert.match(finding?.what ?? "", /2 repositories/u);
  await seen.close();
  const split = await loci.split("web");
  assert.deepEqual(
    split.map(({ project, sessions }) => [project, sessions]),
    [["web-birch", 2]],
  );
  assert.equal((await projectOfFolder(alder, where)).name, "web");
  assert.equal((await projectOfFolder(birch, where)).name, "web-birch");
  const [ours, theirs] = [await ids("web"), await ids("web-birch")];
  assert.deepEqual([...ours.keys()], ["The heron nests in the reeds."]);
  assert.equal(theirs.size, 3);
  for (const [text, id] of [...ours, ...theirs]) assert.equal(id, before.get(text), text);
  assert.deepEqual(await loci.split("web"), []);
});
