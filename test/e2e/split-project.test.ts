import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { seededRandom } from "../../evals/shared/report.ts";

/** Two repositories of one name in a user's home. */
function twoRepositories(t: TestContext) {
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

test("what was merged and is split stands in one of both, after another run too, also what says no folder", async (t) => {
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
  await loci.merge("web-birch", "web");
  const [split] = await loci.split("web");
  assert.deepEqual([split?.sessions, split?.unplaced], [2, 2]);
  for (const again of [false, true]) {
    if (again) await loci.mine([histories], { scope: "admin", fallback: "default" });
    const texts: string[] = [];
    for (const name of ["web", split?.project as string]) {
      const project = await loci.project(name);
      const { hits } = await project.search("heron egret", { mode: "lexical", limit: 20 });
      texts.push(...hits.map(({ text }) => text).map((text) => `${name}: ${text}`));
      await project.close();
    }
    const each = (name: string, bird: string): readonly string[] =>
      ["by hand", "was seen", "was told nowhere"].map((end) => `${name}: The ${bird} ${end}.`);
    assert.deepEqual(texts.sort(), [...each(split?.project as string, "egret"), ...each("web", "heron")].sort());
  }
});

test("random projects, merged, changed and split: each has what it had, under the same ids, and what was added stays", async (t) => {
  for (let round = 0; round < rounds(20, 3); round++) {
    const draw = seededRandom(20261128 + round);
    const some = (most: number): readonly number[] => [...Array(Math.floor(draw() * (most + 1))).keys()];
    const { root, home, paths } = twoRepositories(t);
    const loci = await openLoci({ home, settings: { embedding: { provider: "none" } }, system: { userHome: root } });
    const { claimProjectOf } = await import("../../src/index.ts");
    const held = async (name: string): Promise<ReadonlyMap<string, string>> => {
      const project = await loci.project(name);
      const { hits } = await project.search("bird", { mode: "lexical", limit: 100 });
      await project.close();
      return new Map(
        hits.map(({ id, text, wing, room, hall }) => [id, JSON.stringify([text, wing, room, hall])] as const).sort(),
      );
    };
    const add = async (name: string, text: string): Promise<string> => {
      const project = await loci.project(name);
      const room = `room ${Math.floor(draw() * 3)}`;
      const { id } = await project.addDrawer({ text: `${text}\n\nIt is a bird.`, scope: "kb", room });
      await project.close();
      return id;
    };
    const names: string[] = [];
    for (const [i, path] of paths.entries()) {
      const { name } = await claimProjectOf(path, { home, userHome: root });
      names.push(name);
      for (const n of some(6)) await add(name, `Passage ${n} of ${i}, ${round}.`);
      for (const n of some(4)) {
        const folder = join(root, "histories", `${i}-${n}`);
        mkdirSync(folder, { recursive: true });
        const lines = [...some(3), 9].map((at) =>
          JSON.stringify({
            ...{ type: "user", uuid: `${i}-${n}-${at}`, sessionId: `${i}-${n}`, timestamp: "2026-11-02T10:00:00.000Z" },
            ...(draw() < 0.3 && { cwd: path }),
            message: { role: "user", content: `A bird ${at} said of ${i} in ${n}.` },
          }),
        );
        writeFileSync(join(folder, "s.jsonl"), `${lines.join("\n")}\n`);
        const project = await loci.project(name);
        await project.mine([folder], { scope: "kb" });
        await project.close();
      }
    }
    const [other, into] = names as [string, string];
    const before = [await held(into), await held(other)];
    await loci.merge(other, into);
    assert.deepEqual([...(await held(into)).keys()].sort(), before.flatMap((one) => [...one.keys()]).sort());
    const added = some(2);
    for (const n of added) before[0] = new Map([...(before[0] ?? []), [await add(into, `Added ${n}.`), ""]]);
    const [split] = await loci.split(into);
    const after = [await held(into), await held(split?.project as string)];
    for (const [i, had] of before.entries()) {
      assert.deepEqual([...(after[i]?.keys() ?? [])].sort(), [...had.keys()].sort(), `round ${round}, project ${i}`);
      for (const [id, what] of had) if (what !== "") assert.equal(after[i]?.get(id), what);
    }
    await loci.close();
  }
});
