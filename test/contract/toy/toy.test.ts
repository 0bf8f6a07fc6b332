import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { openLoci } from "../../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "../../e2e/notes.fixture.ts";
import { searchIndexSuite } from "../search-index/suite.ts";
import { ToyIndex, ToyServer, toyHouse } from "./toy-index.fixture.ts";

const server = new ToyServer();
after(() => server.stop());
let names = 0;

searchIndexSuite("an engine written as a class, with its data in another process", async () => {
  const name = `suite ${++names}`;
  await server.ask(name, "make");
  return new ToyIndex(server, name);
});

test("an index in another process is there after a restart: nothing is lost, nothing is made again", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, { "a.md": note(1), "b.md": note(2) });
  const open = () =>
    openLoci({
      home: join(folder, "home"),
      engines: { openIndexHouse: async ({ project }) => toyHouse(server, `project ${project}`) },
    });
  const first = await open();
  const project = await first.project("p");
  await project.index([notes], { scope: "kb" });
  const question = note(1).split(/\s+/).slice(-6).join(" ");
  const before = await project.search(question);
  assert.ok(before.hits.length > 0);
  const { counts, index } = await project.status();
  await first.close();

  const second = await open();
  t.after(() => second.close());
  const again = await second.project("p");
  const status = await again.status();
  assert.deepEqual([status.index.state, status.index.sequence, status.counts], ["ready", index.sequence, counts]);
  const found = await again.search(question);
  assert.deepEqual(found.notes, []);
  assert.deepEqual(found.hits, before.hits);
  const job = await again.index([]);
  assert.deepEqual([job.files.unchanged, job.embeddings.computed], [2, 0]);

  // Gone on the server: noticed, and filled again from the files.
  await server.ask("project p", "drop");
  const refilled = await again.search(question);
  assert.deepEqual(
    refilled.notes.map(({ code }) => code),
    ["INDEX_REBUILT"],
  );
  assert.deepEqual(refilled.hits, before.hits);
});

test("a question with a misspelt word asks an index in another process in few calls", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  writeNotes(notes, { "a.md": "# Loft\n\nThe accordion and the harmonica are in the loft.\n" });
  const loci = await openLoci({
    home: join(folder, "home"),
    engines: { openIndexHouse: async ({ project }) => toyHouse(server, `spelt ${project}`) },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  await project.search("loft");
  const before = server.requests;
  const { hits } = await project.search("where are the acordion and the harmonicka");
  assert.equal(hits.length, 1);
  assert.ok(server.requests - before <= 12, `${server.requests - before} calls`);
});
