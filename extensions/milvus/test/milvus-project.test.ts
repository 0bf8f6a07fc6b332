import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openLoci, type Project } from "../../../src/index.ts";
import { LociError } from "../../../src/model/error.ts";
import { MilvusServer } from "../client.ts";
import { Collections } from "../collections.ts";
import { openIndexHouse } from "../index.ts";
import { DelegatingIndex } from "../../../test/contract/search-index/delegating-index.fixture.ts";
import { openSqlManifest } from "../../../src/storage/sql/manifest.ts";
import { openSqliteRunner } from "../../../src/storage/sqlite/database/transactions.ts";
import { rounds } from "../../../test/rounds.fixture.ts";
import { note, temporaryFolder, writeNotes } from "../../../test/e2e/notes.fixture.ts";
import { sampleDocument, sampleQuery, words } from "../../../test/contract/search-index/sample.ts";
import { openTemporaryIndex } from "./milvus-index.fixture.ts";
import { MilvusFixture, withoutMilvus } from "../../../test/contract/milvus/milvus-server.fixture.ts";
import { freePort } from "../../../test/free-port.fixture.ts";

/** Times that an upload is killed; a hundred take minutes. */
const KILLS = Number(process.env["LOCI_TEST_KILLS"] ?? rounds(4, 2));
const QUESTIONS = ["who saw the falcon near the harbour", "lantern", '"the orchard"', "compas ketle", "violin -meadow"];

const MOVER = join(import.meta.dirname, "mover-process.fixture.ts");
const UPLOADER = join(import.meta.dirname, "uploader-process.fixture.ts");

/** Runs it again, as the error advises: a server that has just started may be too busy to say anything in time. */
async function untilAnswered(work: () => Promise<unknown>, tries = 40): Promise<void> {
  await work().catch(async (thrown: unknown) => {
    if (!(thrown instanceof LociError && thrown.code === "UNAVAILABLE") || tries === 1) throw thrown;
    await delay(500);
    await untilAnswered(work, tries - 1);
  });
}

describe("a project on a Milvus server", { skip: withoutMilvus }, async () => {
  if (withoutMilvus !== false) return;
  const server = await MilvusFixture.start();
  after(() => server.stop());
  const open = (home: string, uri = server.uri, token = "") => openLoci({ home, settings: { store: { uri, token } } });

  test("its collections begin with the name in the settings, cut to what the server takes", async (t) => {
    const folder = temporaryFolder(t);
    writeNotes(join(folder, "notes"), { "a.md": note(1) });
    const { uri } = server;
    const loci = await openLoci({
      home: join(folder, "home"),
      settings: { store: { uri, collection: "memsearch_chunks" } },
    });
    t.after(() => loci.close());
    const project = await loci.project("p");
    await project.index([join(folder, "notes")], { scope: "kb" });
    assert.ok((await project.search("falcon")).notes.every(({ code }) => code !== "INDEX_DAMAGED"));
    const client = new MilvusServer({ uri, token: "" });
    t.after(() => client.close());
    const { data } = (await client.call("collections", (sdk) => sdk.showCollections({}))) as unknown as {
      readonly data: readonly { readonly name: string }[];
    };
    const names = data.map(({ name }) => name).filter((name) => name.startsWith("memsearch_chunks_"));
    assert.equal(names.length, 2, JSON.stringify(data));
  });

  test("answers as one in a folder, after a restart of the client and of the server, too", async (t) => {
    const folder = temporaryFolder(t);
    const notes = join(folder, "notes");
    writeNotes(notes, Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.md`, note(i)])));
    const local = await openLoci({ home: join(folder, "local") });
    const inFolder = await local.project("p");
    await inFolder.index([notes], { scope: "kb" });
    const expected = await Promise.all(QUESTIONS.map((question) => inFolder.search(question)));
    assert.ok(expected[0]?.hits.length);
    await local.close();

    const same = async (project: typeof inFolder): Promise<void> => {
      for (const [i, question] of QUESTIONS.entries()) {
        const { hits, covered, probability, notes: said } = await project.search(question);
        assert.deepEqual(said, expected[i]?.notes, question);
        assert.deepEqual(
          { hits, covered, probability },
          { hits: expected[i]?.hits, covered: expected[i]?.covered, probability: expected[i]?.probability },
        );
      }
    };
    const home = join(folder, "far");
    const first = await open(home);
    const project = await first.project("p");
    await project.index([notes], { scope: "kb" });
    await same(project);
    assert.deepEqual(
      (await project.doctor({ deep: true })).filter(({ severity }) => severity !== "ok"),
      [],
    );
    assert.match((await project.status()).leaves.join(), /Milvus server at http/);
    await first.close();

    const second = await open(home);
    t.after(() => second.close());
    const again = await second.project("p");
    assert.equal((await again.status()).index.state, "ready");
    await same(again);
    assert.deepEqual((await again.index([])).embeddings, { computed: 0, reused: 0 });

    await server.kill();
    await assert.rejects(again.search("falcon"), { code: "UNAVAILABLE" });
    await server.start();
    await same(again);
    await again.rebuild();
    await same(again);
  });

  test("what reads the index says that the server is away, where it never had anything of the project too", async (t) => {
    const folder = temporaryFolder(t);
    const home = join(folder, "home");
    writeNotes(join(folder, "notes"), { "a.md": note(1) });
    const inFolder = await openLoci({ home });
    const local = await inFolder.project("p");
    await local.index([join(folder, "notes")], { scope: "kb" });
    await inFolder.close();
    const uri = `http://127.0.0.1:${await freePort()}`;
    const away = await open(home, uri);
    t.after(() => away.close());
    // One that was indexed, and one in which nothing is.
    for (const name of ["p", "empty"]) {
      const project = await away.project(name);
      const said = (await project.doctor()).filter(({ check }) => check === "index");
      assert.deepEqual(
        said.map(({ severity, what }) => [severity, what.includes(`${uri} can't be reached`)]),
        [["error", true]],
      );
      assert.ok(said[0]?.next.includes("store.uri"));
      const reads = [
        ...(["status", "taxonomy", "graph", "wings", "rooms", "tunnels", "closets", "wakeUp"] as const).map(
          (what) => () => project[what](),
        ),
        () => project.search("falcon"),
        () => project.ask("who saw the falcon?"),
        () => project.expand(["d0123456789abcdef"]),
        () => project.drawers(),
        () => project.checkDuplicate("the falcon"),
      ];
      await Promise.all(
        reads.map((read) =>
          assert.rejects(read, { code: "UNAVAILABLE", hint: /store\.uri/ }, `${name}: ${String(read)}`),
        ),
      );
    }
  });

  test("moves from a folder to the server and back, with the same drawers and answers, seen by another process at work", async (t) => {
    const folder = temporaryFolder(t);
    const [home, notes] = [join(folder, "home"), join(folder, "notes")];
    writeNotes(notes, Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.md`, note(i)])));
    const [one, two] = [await openLoci({ home }), await openLoci({ home })];
    t.after(() => Promise.all([one.close(), two.close()]));
    const [project, other] = [await one.project("p"), await two.project("p")];
    await project.index([notes], { scope: "kb" });
    const answers = async (of: typeof project) =>
      await Promise.all(QUESTIONS.map(async (question) => (await of.search(question)).hits));
    const expected = await answers(other);
    await assert.rejects(project.move({ to: `http://127.0.0.1:${await freePort()}` }), { code: "UNAVAILABLE" });
    assert.deepEqual(await answers(project), expected);
    const there = await project.move({ to: server.uri });
    assert.deepEqual([there.documents, there.embeddings.computed], [8, 0]);
    assert.match((await project.status()).leaves.join(), /Milvus server/);
    assert.deepEqual([await answers(project), await answers(other)], [expected, expected]);
    writeNotes(notes, { "new.md": note(77) });
    await other.index([]);
    const grown = await answers(project);
    const back = await project.move({ to: "folder" });
    assert.equal(back.documents, 9);
    assert.deepEqual([await answers(project), await answers(other)], [grown, grown]);
    assert.deepEqual((await project.status()).leaves, []);
    assert.deepEqual((await project.search("falcon")).notes, []);
  });

  test("a move killed at many points: the project answers as before, and the next move completes it", async (t) => {
    const folder = temporaryFolder(t);
    const [home, notes] = [join(folder, "home"), join(folder, "notes")];
    writeNotes(notes, Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.md`, note(i)])));
    const asked = async (work: (project: Project) => Promise<unknown>): Promise<unknown> => {
      const loci = await openLoci({ home });
      try {
        return await work(await loci.project("p"));
      } finally {
        await loci.close();
      }
    };
    const answers = async (project: Project): Promise<unknown> =>
      await Promise.all(QUESTIONS.map(async (question) => (await project.search(question)).hits));
    await asked((project) => project.index([notes], { scope: "kb" }));
    const expected = await asked(answers);
    /** Moves in a process of its own; answers how long it took from its beginning, or to its end. */
    const move = async (to: string, killAfter: number | null): Promise<number> => {
      const child = spawn(process.execPath, [MOVER, home, to], { stdio: ["ignore", "pipe", "inherit"] });
      let started = 0;
      for await (const line of createInterface(child.stdout)) {
        if (line !== "begin") continue;
        started = performance.now();
        if (killAfter !== null) setTimeout(() => child.kill("SIGKILL"), killAfter);
      }
      return performance.now() - started;
    };
    const span = await move(server.uri, null);
    let isAway = true;
    for (let attempt = 0; attempt < KILLS; attempt++) {
      await move(isAway ? "folder" : server.uri, (span * attempt) / KILLS);
      assert.deepEqual(await asked(answers), expected, `killed after ${attempt} of ${KILLS} parts`);
      isAway = (await asked(async (project) => (await project.status()).leaves.join().includes("Milvus"))) as boolean;
    }
    if (isAway) await asked((project) => project.move({ to: "folder" }));
    assert.deepEqual(await asked(answers), expected);
    assert.deepEqual(
      await asked(async (project) =>
        (await project.doctor({ deep: true })).filter(({ severity }) => severity === "error"),
      ),
      [],
    );
  });

  test("kill -9 at many points of an upload: nothing is returned twice, nothing ready is lost, what was begun is undone", async (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, "manifest.sqlite");
    const manifest = async () => openSqlManifest(await openSqliteRunner(path));
    const house = openIndexHouse({ uri: server.uri, token: "", project: "killed", manifest });
    t.after(() => house.close());
    const index = await house.open();
    let acknowledged = 0;
    let begun = 0;
    // From the start of a first upload to the end of a second one, as long as those take here. The first run is not killed before it has told how long.
    let span = 0;
    for (let attempt = 0; attempt < KILLS; attempt++) {
      let started = 0;
      let timed = false;
      const args = [UPLOADER, server.uri, path, String(begun + 1)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      for await (const line of createInterface(child.stdout)) {
        const [what, round] = line.split(" ");
        if (what === "round") acknowledged = Number(round);
        else [begun, started] = [Number(round), performance.now()];
        if (span === 0 && what === "round") {
          span = 2 * (performance.now() - started);
          child.kill("SIGKILL");
        } else if (span > 0 && what === "begin" && !timed) {
          timed = true;
          setTimeout(() => child.kill("SIGKILL"), (span * attempt) / KILLS);
        }
      }
      const { candidates } = await index.candidates(sampleQuery({ terms: words("appl"), spread: [] }));
      const ids = candidates.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, "nothing twice");
      const stored = await index.get(ids, "all");
      const rounds = new Set(stored.map(({ drawer }) => /round(\d+)/.exec(drawer.text)?.[1]));
      assert.ok(rounds.size <= 1, `documents of rounds ${[...rounds].join(", ")}`);
      assert.ok(Number([...rounds][0] ?? 0) >= acknowledged, "nothing that was ready is lost");
      assert.equal(stored.length, (await index.counts("all")).drawers);
    }
    assert.ok(acknowledged > 0 && begun >= KILLS);
    await index.settle();
    assert.deepEqual(await index.check(true), []);
    assert.deepEqual(await (await manifest()).leftovers(), []);
  });

  test("the server killed in the middle of uploads: a clear error, nothing lost, and the next run completes it", async (t) => {
    const index = await openTemporaryIndex(server.uri);
    t.after(() => index.close());
    const write = (i: number) =>
      sampleDocument({ path: `${i}.md`, drawers: Array.from({ length: 200 }, (_, d) => `apple ${i} part${d}`) });
    await index.apply({ put: [write(0)], remove: [] });
    for (let attempt = 1; attempt <= rounds(4, 1); attempt++) {
      const uploading = index.apply({ put: [write(2 * attempt), write(2 * attempt + 1)], remove: [] }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      await delay(15 * attempt);
      await server.kill();
      const thrown = await uploading;
      if (thrown !== null)
        assert.ok(
          thrown instanceof LociError && ["UNAVAILABLE", "STORAGE_FAILED"].includes(thrown.code) && thrown.hint !== "",
          String(thrown),
        );
      await server.start();
      const expected = (await index.counts("all")).drawers;
      await index.settle();
      const found = await index.documents();
      assert.equal(expected, found.length * 200);
      await untilAnswered(() => index.apply({ put: [write(2 * attempt)], remove: [] }));
      assert.deepEqual(await index.check(false), []);
    }
  });

  test("a search takes at most three round trips", async (t) => {
    const folder = temporaryFolder(t);
    const notes = join(folder, "notes");
    writeNotes(notes, Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.md`, note(i)])));
    const index = await openTemporaryIndex(server.uri);
    /** The project closes what it opens, and the test goes on with it. */
    class Kept extends DelegatingIndex {
      override async close(): Promise<void> {}
    }
    t.after(() => index.close());
    const loci = await openLoci({
      home: join(folder, "home"),
      engines: {
        openIndexHouse: async () => ({
          identity: async () => "one",
          state: async () => ({ is: "present", detail: "" }),
          open: async () => new Kept(index),
          lost: async () => null,
          reset: async () => {},
          bytes: async () => 0,
          close: async () => {},
        }),
      },
    });
    t.after(() => loci.close());
    const project = await loci.project("p");
    await project.index([notes], { scope: "kb" });
    for (const question of ["who saw the falcon near the harbour", "compas ketle", "lantern wing:notes"]) {
      const before = index.server.trips;
      await project.search(question);
      assert.ok(index.server.trips - before <= 3, `${question}: ${index.server.trips - before} trips`);
    }
  });

  test("bad addresses, servers and collections: each says what it found and what to do, in bounded time", async (t) => {
    const folder = temporaryFolder(t);
    writeNotes(join(folder, "notes"), { "a.md": note(1) });
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    t.after(() => silent.close());
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ["ftp://somewhere", "CONFIG_INVALID", /store\.uri/],
      ["somewhere", "CONFIG_INVALID", /store\.uri/],
      ["http://user:secret@127.0.0.1:19530", "CONFIG_INVALID", /password/],
      [`http://127.0.0.1:${await freePort()}`, "UNAVAILABLE", /can't be reached/],
      [
        `http://127.0.0.1:${(silent.address() as { port: number }).port}`,
        "UNAVAILABLE",
        /can't be reached|did not answer/,
      ],
    ];
    for (const [i, [uri, code, message]] of cases.entries()) {
      const loci = await open(join(folder, `home${i}`), uri);
      const project = await loci.project("p");
      await assert.rejects(project.index([join(folder, "notes")], { scope: "kb" }), (thrown: unknown) => {
        assert.ok(thrown instanceof LociError, String(thrown));
        assert.deepEqual(
          [thrown.code, message.test(thrown.message), thrown.hint !== ""],
          [code, true, true],
          `${uri}: ${thrown.message}`,
        );
        assert.ok(!`${thrown.message}${String(thrown.hint)}`.includes("secret"));
        return true;
      });
      await loci.close();
    }
    // A collection that others made is left alone.
    const index = await openTemporaryIndex(server.uri, true);
    const { name } = await index.manifest.make("unused");
    await index.server.call("making one", (client) =>
      client.createCollection({
        collection_name: name,
        fields: [
          { name: "pk", data_type: index.server.types.Int64, is_primary_key: true },
          { name: "v", data_type: index.server.types.FloatVector, dim: 4 },
        ],
      } as never),
    );
    const collections = new Collections(index.server, name);
    await assert.rejects(
      index.apply({ put: [sampleDocument({ path: "a.md", drawers: ["one"] })], remove: [] }),
      /did not make/,
    );
    await assert.rejects(collections.drop(), /did not make/);
    await index.server.call("dropping it", (client) => client.dropCollection({ collection_name: name }));
    await index.apply({ put: [sampleDocument({ path: "a.md", drawers: ["one"] })], remove: [] });
    await assert.rejects(
      index.apply({
        put: [sampleDocument({ path: "b.md", drawers: [{ text: "two", vector: [1, 2, 3] }] })],
        remove: [],
      }),
      /vectors of 8 components, not of 3/,
    );
    assert.equal((await index.counts("all")).drawers, 1);
    await index.close();
  });
});
