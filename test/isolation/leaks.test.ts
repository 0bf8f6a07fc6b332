import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { libraryReader } from "./library-reader.ts";
import { openLoci, type Project } from "../../src/index.ts";
import { runLeakTest } from "./run-leak-test.ts";
import { storeUnderTest } from "../contract/milvus/milvus-server.fixture.ts";
import { temporaryFolder } from "../e2e/notes.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { cliLeakReader } from "./cli-reader.ts";
import { httpLeakReader } from "./http-reader.ts";
import { mcpLeakReader } from "./mcp-reader.ts";

test("no canary of another scope or project comes out by any way, and none changes an answer", async (t) => {
  const settings = await storeUnderTest(t);
  const readers = [httpLeakReader, mcpLeakReader, cliLeakReader];
  const report = await runLeakTest({ settings, readers, everyday: rounds(0, 1) === 1 });
  assert.deepEqual(
    report.leaks.map(
      ({ reader, caller, request, kind, detail }) => `${reader} as ${caller}: ${kind}: ${request}: ${detail}`,
    ),
    [],
  );
  assert.ok(report.answers > rounds(4_000, 450), `${report.answers} answers`);
});

/** What changes a project, or is for its owner: no caller gets an answer from it. Surfaces let only the owner call these. */
const NOT_READ = [
  "name",
  "index",
  "indexText",
  "importMemPalace",
  "mine",
  "sources",
  "sourceFiles",
  "removeSource",
  "removeDocument",
  "jobs",
  "job",
  "rebuild",
  "compact",
  "move",
  "doctor",
  "recordAccess",
  "watch",
  "queue",
  "addDocument",
  "addMessage",
  "addDrawer",
  "correct",
  "addTunnel",
  "removeTunnel",
  "tellFacts",
  "changeFacts",
  "close",
  "deleteChat",
  "recordSession",
  "migrateModel",
  "changes",
  // What `ask` answers, piece by piece.
  "askStream",
  // It signs a fence, and reads nothing.
  "sign",
  // The owner's own.
  "drawersBySource",
  "audit",
  "today",
  "flush",
  "retention",
  "spend",
  "secrets",
  "forgetChatFacts",
];

test("the leak test reads by every method that answers a caller: a new one belongs to it, or to those that don't", async (t) => {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  const known = new Set(NOT_READ);
  const asked = (project: Project): Project =>
    new Proxy(project, {
      get: (target, name, receiver) => (known.add(String(name)), Reflect.get(target, name, receiver)),
    });
  const reader = await libraryReader.open({ ...loci, project: async (name) => asked(await loci.project(name)) });
  await reader.ask("owner", {
    project: "p",
    baits: ["bait"],
    names: ["name"],
    hiddenIds: ["0".repeat(32)],
    visibleIds: ["1".repeat(32)],
    topics: ["tea"],
  });
  assert.deepEqual(
    Object.keys(await loci.project("p")).filter((name) => !known.has(name)),
    [],
  );
});
