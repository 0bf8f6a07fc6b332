import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { DatabaseSync } from "node:sqlite";
import { pinnedNotes } from "../../src/conversation/chats/memory-file.ts";
import { claimProjectOf, type Loci, openLoci, type Project } from "../../src/index.ts";
import { memoryText } from "../../src/app/chats/chat-files.ts";
import type { PalaceRead } from "../../src/storage/ports/catalog.ts";
import { startLoopbackModels } from "../../src/llm/loopback.fixture.ts";
import { temporaryFolder, writeMemory } from "./notes.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { seededRandom } from "../../evals/shared/report.ts";

/** Repositories of one name in a user's home. */
function twoRepositories(t: TestContext, owners: readonly string[] = ["alder", "birch"]) {
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
  // A history that tells no folder, and came with its project.
  const alone = { session: "alone", id: "1", role: "user", text: "The egret was told alone." };
  writeFileSync(join(root, "alone.jsonl"), `${JSON.stringify(alone)}\n`);
  const birch = await loci.project("web-birch");
  await birch.mine([join(root, "alone.jsonl")], { scope: "admin" });
  await birch.close();
  await loci.merge("web-birch", "web");
  const [split] = await loci.split("web");
  assert.deepEqual([split?.project, split?.sessions, split?.unplaced], ["web-birch", 3, 2]);
  assert.deepEqual([...(await loci.projects())].sort(), ["web", "web-birch"]);
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
    const told = [...each("web-birch", "egret"), "web-birch: The egret was told alone.", ...each("web", "heron")];
    assert.deepEqual(texts.sort(), told.sort());
  }
});

test("random projects, merged, changed and split: each has what it had, under the same ids, and what was added stays", async (t) => {
  for (let round = 0; round < rounds(20, 1); round++) {
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

/** All that a project owns, a line a thing. */
async function all(loci: Loci, home: string, name: string): Promise<readonly string[]> {
  const project = await loci.project(name);
  const lines: string[] = [];
  const { drawers } = await project.drawers({ limit: 1_000 });
  for (const { id, scope, text, wing, room, hall } of drawers)
    lines.push(`passage ${JSON.stringify([id, scope, text, wing === name ? "own" : wing, room, hall])}`);
  for (const { topic } of await project.facts.list()) {
    const { items } = await project.facts.show(topic);
    lines.push(`list ${topic}: ${JSON.stringify(items.map(({ value, chat }) => [value, chat]))}`);
    for (const { sentence, chat, undone } of await project.facts.history(topic))
      lines.push(`told of ${topic}: ${JSON.stringify([sentence, chat, undone])}`);
  }
  const chats = await project.liveChats();
  for (const caller of ["owner", "user:7"] as const)
    for (const { chat } of (await chats.list({ caller })).chats)
      for (const { text } of (await chats.messages(chat, { caller })).messages)
        lines.push(`said ${JSON.stringify([caller, chat, text])}`);
  for (const { name: source, kind } of await project.sources()) if (kind !== "hand") lines.push(`source ${source}`);
  const folder = join(home, "projects", name);
  for (const note of pinnedNotes(memoryText(join(folder, "chats/memory.md")))) lines.push(`note ${note}`);
  for (const line of textOf(join(folder, "questions.md")).split("\n")) if (line !== "") lines.push(`question ${line}`);
  for (const one of (await project.spend()).spend) lines.push(`spent ${JSON.stringify(one)}`);
  const files = existsSync(join(folder, "facts")) ? readdirSync(join(folder, "facts")) : [];
  for (const file of files) lines.push(`file ${file}: ${textOf(join(folder, "facts", file))}`);
  await project.close();
  const catalog = new DatabaseSync(join(folder, "catalog.sqlite"), { readOnly: true });
  const ids = new Set(drawers.map(({ id }) => id));
  for (const { body } of catalog.prepare("SELECT body FROM catalog_records WHERE kind = 'access'").all()) {
    const text = String(body);
    if ([...ids].some((id) => text.includes(id))) lines.push(`shown ${text}`);
  }
  for (const { body } of catalog.prepare("SELECT body FROM catalog_records WHERE kind = 'palace'").all()) {
    const { edits } = JSON.parse(String(body).slice(0, String(body).lastIndexOf("}") + 1)) as PalaceRead;
    for (const [what, some] of Object.entries(edits))
      for (const one of some) lines.push(`${what} ${JSON.stringify(one)}`);
  }
  catalog.close();
  return lines.sort();
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

test("of every kind of thing, each project has after merge and split what it had and what was said in it since", async (t) => {
  const models = await startLoopbackModels();
  t.after(() => models.close());
  const llm = { provider: "openai-compatible", model: "m", base_url: `${models.origin}/v1` } as const;
  const values = ["red", "teal", "grey", "heron", "egret", "ibis"];
  for (let round = 0; round < rounds(8, 1); round++) {
    const draw = seededRandom(202611281 + round);
    const below = (most: number): number => Math.floor(draw() * most);
    const value = (): string => values[below(values.length)] as string;
    const { root, home, paths } = twoRepositories(t);
    const loci = await openLoci({
      home,
      settings: { embedding: { provider: "none" }, llm },
      system: { userHome: root },
    });
    let n = 0;
    const adds: Readonly<Record<string, (project: Project, of: string) => Promise<unknown>>> = {
      hand: (project, of) =>
        project.addDrawer({ text: `By hand ${(n += 1)} of ${of}.`, wing: "w", room: `room ${below(3)}`, scope: "kb" }),
      piped: (project, of) =>
        project.indexText({ name: `piped ${below(2)}`, text: `Piped ${of} ${(n += 1)}.\n` }, { scope: "kb" }),
      handed: (project, of) =>
        project.addDocument(
          { name: `h${below(2)}.md`, bytes: new TextEncoder().encode(`Handed ${of} ${(n += 1)}.\n`) },
          { scope: "kb" },
        ),
      recorded: (project, of) =>
        project.recordSession({
          agent: "cursor",
          session: `${of}${below(2)}`,
          messages: [{ id: `${of}${(n += 1)}`, role: "user", text: `Recorded ${of} ${n}.` }],
        }),
      chat: async (project, of) =>
        await (
          await project.liveChats()
        ).add(
          `chat ${below(2)}`,
          { id: `m${(n += 1)}`, role: "user", text: `Said ${of} ${n}.` },
          { caller: draw() < 0.5 ? "owner" : "user:7" },
        ),
      list: (project) =>
        project.facts.tell(`add ${value()} to my favorite colors`, {
          chat: `chat ${below(2)}`,
          messageId: `f${(n += 1)}`,
        }),
      drop: (project) => project.facts.tell(`remove ${value()} from my favorite colors`, { messageId: `f${(n += 1)}` }),
      fact: (project, of) =>
        project.facts.tell(`My ${draw() < 0.5 ? "vet" : `${of} dentist`} is Dr. ${value()}.`, {
          messageId: `f${(n += 1)}`,
        }),
      undo: (project) => project.facts.undo(),
      note: async (_, of) => {
        const chats = join(home, "projects", of, "chats");
        writeMemory(
          join(home, "projects", of),
          "admin",
          [...pinnedNotes(memoryText(join(chats, "memory.md"))), `Note ${below(4)} of mine.`].filter(
            (one, i, some) => some.indexOf(one) === i,
          ),
        );
      },
      question: async (_, of) => {
        const [path, line] = [join(home, "projects", of, "questions.md"), `<!-- question ${below(4)} -->\n`];
        if (!textOf(path).includes(line)) appendFileSync(path, line);
      },
      alias: async (project) =>
        await project.correct("rename-wing", { from: `wing ${below(3)}`, to: value() }).catch(() => undefined),
      move: async (project) => {
        const { drawers } = await project.drawers({ limit: 100 });
        const one = drawers[below(drawers.length)];
        if (one !== undefined) await project.correct("move-drawer", { id: one.id, room: `moved ${value()}` });
      },
      shown: async (project) => {
        const { drawers } = await project.drawers({ limit: 100 });
        if (drawers.length > 0)
          await project.recordAccess("expanded", [(drawers[below(drawers.length)] as { id: string }).id]);
      },
      spend: async (project, of) => {
        await project.addDrawer({ text: `The ${of} heron nests in the reeds ${(n += 1)}.`, wing: "w", scope: "kb" });
        await project.ask("Where does the heron nest?", { caller: draw() < 0.5 ? "owner" : "user:7" });
      },
    };
    const kinds = Object.keys(adds);
    const names: string[] = [];
    for (const path of paths) {
      const { name } = await claimProjectOf(path, { home, userHome: root });
      names.push(name);
      const project = await loci.project(name);
      for (const kind of [...kinds, ...Array.from({ length: 15 }, () => kinds[below(kinds.length)] as string)])
        await adds[kind]?.(project, name);
      await project.close();
    }
    const [other, into] = names as [string, string];
    const before = [await all(loci, home, into), await all(loci, home, other)];
    await loci.merge(other, into);
    // Since then both folders are worked in, each with an agent of its own.
    const said: (readonly string[])[] = [];
    const folders = paths.toReversed() as [string, string];
    for (const [i, toldFrom] of folders.entries()) {
      const known = new Set(await all(loci, home, into));
      const since = await loci.project(into, { toldFrom });
      const place = { wing: "w", room: "since", scope: "kb" } as const;
      await since.addDrawer({ text: `By hand since in ${i}.`, ...place });
      const { id } = await since.addDrawer({ text: `To be changed in ${i}.`, ...place });
      await since.indexText({ name: `piped since in ${i}`, text: `Piped since in ${i}.\n` }, { scope: "kb" });
      await (await since.liveChats()).add(`since ${i}`, { id: "1", role: "user", text: "Said since." });
      await since.facts.tell(`My ${i === 0 ? "plumber" : "gardener"} is Dr. Since.`, { messageId: `since ${i}` });
      await since.close();
      // Whoever changes it, it stays whose it was.
      const other = await loci.project(into, { toldFrom: folders[1 - i] as string });
      await other.addDrawer({ text: `Changed in ${i}.`, ...place, supersedes: [id] });
      await other.close();
      said.push((await all(loci, home, into)).filter((line) => !known.has(line)));
    }
    const [split] = await loci.split(into);
    const ours = [...(before[0] ?? []), ...(said[0] ?? [])];
    assert.deepEqual(await all(loci, home, into), ours.sort(), `round ${round}`);
    const theirs = [...(before[1] ?? []), ...(said[1] ?? [])];
    assert.deepEqual(await all(loci, home, split?.project as string), theirs.sort(), `round ${round}`);
    assert.deepEqual(await loci.split(into), []);
    await loci.close();
  }
});

test("of projects merged one after the other each gets its own back", async (t) => {
  const { root, home, paths } = twoRepositories(t, ["alder", "birch", "cedar"]);
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } }, system: { userHome: root } });
  t.after(() => loci.close());
  const names: string[] = [];
  for (const [i, path] of paths.entries()) {
    const bird = ["heron", "egret", "ibis"][i] as string;
    const { name } = await claimProjectOf(path, { home, userHome: root });
    names.push(name);
    const project = await loci.project(name);
    await project.addDrawer({ text: `By hand of the ${bird}.`, wing: "w", scope: "kb" });
    await project.facts.tell(`My vet is Dr. ${bird}.`, { chat: "c", messageId: "1" });
    await (await project.liveChats()).add("c", { id: "1", role: "user", text: `Said of the ${bird}.` });
    const text = `Recorded of the ${bird}.`;
    await project.recordSession({ agent: "cursor", session: bird, messages: [{ id: "1", role: "user", text }] });
    await project.close();
  }
  const [alder, birch, cedar] = names as [string, string, string];
  const before = [await all(loci, home, alder), await all(loci, home, birch), await all(loci, home, cedar)];
  await loci.merge(cedar, birch);
  await loci.merge(birch, alder);
  const split = await loci.split(alder);
  const after: (readonly string[])[] = [await all(loci, home, alder)];
  for (const { project } of split) after.push(await all(loci, home, project));
  assert.deepEqual(after, before);
});
