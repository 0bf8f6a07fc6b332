import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { join } from "node:path";
import { openLoci } from "../../../src/index.ts";
import { LociError } from "../../../src/model/error.ts";
import { openPostgresRunner } from "../runner.ts";
import { openSqlCatalog } from "../catalog.ts";
import { openSqlFactStore } from "../fact-store.ts";
import { openSqliteRunner } from "../../../src/storage/sqlite/catalog/sql-runner.ts";
import { note, temporaryFolder, writeNotes } from "../../../test/e2e/notes.fixture.ts";
import { catalogContract } from "../../../test/contract/catalog/suite.ts";
import { factStoreContract } from "../../../test/contract/facts/suite.ts";
import { freePort } from "../../../test/contract/milvus/milvus-server.fixture.ts";
import { PostgresFixture, withoutPostgres } from "../../../test/contract/postgres/postgres-server.fixture.ts";

// The same stores on a database of this process: what fails in both is the stores'.
catalogContract("SQL on SQLite", async () => ({
  open: async () => openSqlCatalog(await openSqliteRunner(":memory:")),
  shared: false,
  dispose: async () => {},
}));

describe("PostgreSQL", { skip: withoutPostgres }, async () => {
  if (withoutPostgres !== false) return;
  const server = await PostgresFixture.start();
  after(() => server.stop());
  let names = 0;

  catalogContract("PostgreSQL", async () => {
    const name = `catalog ${++names}`;
    return {
      open: async () => openSqlCatalog(await openPostgresRunner(server.uri, name)),
      shared: true,
      dispose: async () => {},
    };
  });
  factStoreContract("PostgreSQL", async () => {
    const name = `facts ${++names}`;
    return {
      open: async () => openSqlFactStore(await openPostgresRunner(server.uri, name)),
      dispose: async () => {},
      durable: true,
    };
  });

  test("two services share sources, facts, leases and jobs; a restart of the database loses nothing", async (t) => {
    const folder = temporaryFolder(t);
    const notes = join(folder, "notes");
    writeNotes(notes, { "a.md": note(1) });
    const open = (home: string) => openLoci({ home: join(folder, home), settings: { catalog: { uri: server.uri } } });
    const [one, two] = [await open("one"), await open("two")];
    t.after(() => Promise.all([one.close(), two.close()]));
    const [first, second] = [await one.project("shared"), await two.project("shared")];
    await first.index([notes], { scope: "kb" });
    assert.equal((await second.sources()).length, 1);
    await first.facts.tell("My favourite tea is Assam", { chat: "c", messageId: "1" });
    const said = await second.facts.ask("What is my favourite tea?", { chat: "c" });
    assert.match(said.text, /Assam/);
    await server.kill();
    await assert.rejects(
      second.sources(),
      (thrown) => thrown instanceof LociError && thrown.code === "UNAVAILABLE" && thrown.hint !== "",
    );
    await server.start();
    assert.equal((await second.sources()).length, 1);
    assert.match((await first.facts.ask("What is my favourite tea?", { chat: "c" })).text, /Assam/);
    assert.match((await first.status()).leaves.join(), /PostgreSQL server/);
  });

  test("bad addresses say what they found, and show no password", async () => {
    const refused = async (uri: string): Promise<LociError> => {
      try {
        await (await openPostgresRunner(uri, "p")).close();
      } catch (thrown) {
        assert.ok(
          thrown instanceof LociError && thrown.hint !== "" && !thrown.message.includes("secret"),
          String(thrown),
        );
        return thrown;
      }
      throw new Error(`${uri} was taken`);
    };
    assert.equal((await refused("mysql://root:secret@localhost/x")).code, "CONFIG_INVALID");
    assert.equal((await refused(`postgresql://a:secret@127.0.0.1:${await freePort()}/x`)).code, "UNAVAILABLE");
    assert.match((await refused(server.uri.replace("/postgres", "/nowhere"))).message, /no database/);
    assert.equal((await refused(server.uri.replace("loci@", "nobody:secret@"))).code, "UNAUTHORIZED");
  });
});
