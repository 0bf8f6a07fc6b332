import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { openLoci } from "../../../src/index.ts";
import { LociError } from "../../../src/model/error.ts";
import { openPostgresRunner } from "../index.ts";
import { openSqlCatalog } from "../../../src/storage/sql/catalog.ts";
import { openSqlFactStore } from "../../../src/storage/sql/facts.ts";
import type { SqlWork } from "../../../src/storage/sql/runner.ts";
import { note, temporaryFolder, writeNotes } from "../../../test/e2e/notes.fixture.ts";
import { catalogContract } from "../../../test/contract/catalog/suite.ts";
import { factStoreContract } from "../../../test/contract/facts/suite.ts";
import { freePort } from "../../../test/free-port.fixture.ts";
import { PostgresFixture, withoutPostgres } from "../../../test/contract/postgres/postgres-server.fixture.ts";

/** One connection through a proxy. */
interface Cut {
  readonly client: Socket;
  readonly server: Socket;
}

const BREAKS: Readonly<Record<string, (cut: Cut) => void>> = {
  "closed without a word": ({ client }) => client.end(),
  reset: ({ client }) => client.resetAndDestroy(),
  "half a message, then closed": ({ client }) => client.end(Buffer.from([0x54, 0, 0, 0, 90, 0, 1])),
  "the server's own end": ({ server }) => server.destroy(),
};

/** Passes on to a server until it is told to break. */
class BreakingProxy {
  readonly #listener: Server;
  readonly #open = new Set<Cut>();
  readonly uri: string;
  #onQuery: () => void = () => {};
  /** Connections are taken and stay, and nothing comes through. */
  isHalfOpen = false;

  private constructor(listener: Server, uri: string) {
    this.#listener = listener;
    this.uri = uri;
  }

  static async start(to: string): Promise<BreakingProxy> {
    const target = new URL(to);
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", () => resolve()));
    const uri = new URL(to);
    uri.host = `127.0.0.1:${(listener.address() as { port: number }).port}`;
    const proxy = new BreakingProxy(listener, uri.href);
    listener.on("connection", (client) => {
      const server = connect(Number(target.port), target.hostname);
      const cut = { client, server };
      proxy.#open.add(cut);
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        socket.on("error", () => {});
        socket.on("close", () => (other.destroy(), proxy.#open.delete(cut)));
      }
      client.on("data", (bytes) => {
        if (proxy.isHalfOpen) return;
        server.write(bytes);
        if (bytes.includes("pg_sleep(30)")) setTimeout(() => proxy.#onQuery(), 50);
      });
      server.on("data", (bytes) => proxy.isHalfOpen || client.write(bytes));
    });
    return proxy;
  }

  /** Resolves when the server works on a query. */
  async asked(): Promise<void> {
    await new Promise<void>((resolve) => (this.#onQuery = resolve));
  }

  each(work: (cut: Cut) => void): void {
    for (const cut of this.#open) work(cut);
  }

  close(): void {
    this.each(({ client }) => client.destroy());
    this.#listener.close();
  }
}

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
    await first.tellFacts("My favourite tea is Assam", { chat: "c", messageId: "1" });
    const said = await second.askFacts("What is my favourite tea?", { chat: "c" });
    assert.match(said.text, /Assam/);
    await server.kill();
    await assert.rejects(
      second.sources(),
      (thrown) => thrown instanceof LociError && thrown.code === "UNAVAILABLE" && thrown.hint !== "",
    );
    await server.start();
    assert.equal((await second.sources()).length, 1);
    assert.match((await first.askFacts("What is my favourite tea?", { chat: "c" })).text, /Assam/);
    assert.match((await first.status()).leaves.join(), /PostgreSQL server/);
  });

  test("who waits for a connection that others work with is not told that the server is away", async (t) => {
    const runner = await openPostgresRunner(server.uri, "waiting");
    t.after(() => runner.close());
    // Longer than a connection may take to be made; the others wait for its turn, the last ones for a connection.
    const slow = runner.write(function* (): SqlWork<unknown> {
      return yield { sql: "SELECT pg_sleep(6)", values: [] };
    });
    const others = Array.from({ length: 6 }, (_, i) =>
      runner.write(function* (): SqlWork<unknown> {
        return yield { sql: `SELECT ${i} AS n`, values: [] };
      }),
    );
    await slow;
    assert.deepEqual(
      await Promise.all(others),
      others.map((_, n) => [{ n }]),
    );
  });

  test("a connection that breaks in any way in the middle of a query is said as such, and replaced", async (t) => {
    const proxy = await BreakingProxy.start(server.uri);
    t.after(() => proxy.close());
    const runner = await openPostgresRunner(proxy.uri, "broken");
    t.after(() => runner.close());
    const ask = (sql: string): Promise<unknown> =>
      runner.read(function* (): SqlWork<unknown> {
        return yield { sql, values: [] };
      });
    for (const [how, cut] of Object.entries(BREAKS)) {
      await ask("SELECT 1");
      const asking = ask("SELECT pg_sleep(30)");
      const refused = assert.rejects(
        asking,
        (thrown) => thrown instanceof LociError && thrown.code === "UNAVAILABLE" && thrown.hint !== "",
        how,
      );
      await proxy.asked();
      proxy.each(cut);
      await refused;
    }
    // Nothing comes through any more, on no connection; a query that only takes long is left alone.
    await ask("SELECT pg_sleep(4)");
    const stuck = assert.rejects(ask("SELECT pg_sleep(30)"), { code: "UNAVAILABLE" });
    await proxy.asked();
    proxy.isHalfOpen = true;
    await stuck;
    proxy.isHalfOpen = false;
    await ask("SELECT 1");
    // The server itself ends the connection.
    const asking = assert.rejects(ask("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(9)"), {
      code: "UNAVAILABLE",
    });
    await asking;
    // Between two queries of one transaction.
    await assert.rejects(
      runner.read(function* () {
        yield { sql: "SELECT 1", values: [] };
        proxy.each(({ client }) => client.destroy());
        yield { sql: "SELECT 1", values: [] };
      }),
      { code: "UNAVAILABLE" },
    );
    // What isn't the connection's keeps its name.
    await assert.rejects(ask("SELECT nothing FROM nowhere"), { code: "STORAGE_FAILED" });
    await assert.rejects(
      runner.read(function* () {
        yield { sql: "SELECT 1", values: [] };
        throw new RangeError("ours");
      }),
      RangeError,
    );
    await ask("SELECT 1");
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
