import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

/** Repositories of one name in a user's home. */
function twoRepositories(t: TestContext) {
  const owners = ["alder", "birch"];
  const root = realpathSync(temporaryFolder(t));
  const home = join(root, ".loci");
  const paths = owners.map((owner) => join(root, owner, "web"));
  for (const [i, path] of paths.entries()) {
    mkdirSync(path, { recursive: true });
    const git = (...words: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=k", "-c", "user.email=k@example.org", ...words], { cwd: path });
    git("init", "-q", "-b", "main");
    git("commit", "-q", "--allow-empty", "-m", `begin ${i}`);
    git("remote", "add", "origin", `git@example.org:${owners[i]}/web.git`);
  }
  return { root, home, paths };
}

test("an older project of two repositories is named by doctor, and split; ids stay, and nothing is in both", async (t) => {
  const { root, home, paths } = twoRepositories(t);
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

test("what was merged and is split stands in one of both, after another run too, and what says no folder stays", async (t) => {
  const { root, home, paths } = twoRepositories(t);
  const histories = join(root, "histories");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } }, system: { userHome: root } });
  t.after(() => loci.close());
  const { claimProjectOf } = await import("../../src/index.ts");
  const said = { type: "user", timestamp: "2026-11-02T10:00:00.000Z" };
  for (const [path, bird] of [
    [paths[0] as string, "heron"],
    [paths[1] as string, "egret"],
  ] as const) {
    mkdirSync(join(histories, bird), { recursive: true });
    for (const cwd of [path, undefined]) {
      const id = `${bird}-${cwd === undefined ? "lost" : "here"}`;
      const content = `The ${bird} was ${cwd === undefined ? "told nowhere" : "seen"}.`;
      const line = JSON.stringify({ ...said, uuid: id, sessionId: id, cwd, message: { role: "user", content } });
      writeFileSync(join(histories, bird, `${id}.jsonl`), `${line}\n`);
    }
    const { name } = await claimProjectOf(path, { home, userHome: root });
    const project = await loci.project(name);
    await project.addDrawer({ text: `The ${bird} by hand.`, scope: "admin" });
    await project.close();
  }
  await loci.mine([histories], { scope: "admin", fallback: "default" });
  // A history that tells no folder, and came with its project.
  const alone = { session: "alone", id: "1", role: "user", text: "The egret was told alone." };
  writeFileSync(join(root, "alone.jsonl"), `${JSON.stringify(alone)}\n`);
  const birch = await loci.project("web-birch");
  await birch.mine([join(root, "alone.jsonl")], { scope: "admin" });
  await birch.close();
  await loci.merge("web-birch", "web");
  const [split] = await loci.split("web");
  assert.deepEqual([split?.sessions, split?.unplaced], [2, 4]);
  const other = split?.project as string;
  assert.deepEqual([...(await loci.projects())].sort(), ["web", other].sort());
  for (const again of [false, true]) {
    if (again) await loci.mine([histories], { scope: "admin", fallback: "default" });
    const texts: string[] = [];
    for (const name of ["web", other]) {
      const project = await loci.project(name);
      const { hits } = await project.search("heron egret", { mode: "lexical", limit: 20 });
      texts.push(...hits.map(({ text }) => text).map((text) => `${name}: ${text}`));
      await project.close();
    }
    const stays = ["heron by hand", "heron was seen", "heron was told nowhere"];
    const cameToStay = ["egret by hand", "egret was told alone"];
    const told = [...stays, ...cameToStay].map((end) => `web: The ${end}.`);
    assert.deepEqual(
      texts.sort(),
      [...told, `${other}: The egret was seen.`, `${other}: The egret was told nowhere.`].sort(),
    );
  }
});
