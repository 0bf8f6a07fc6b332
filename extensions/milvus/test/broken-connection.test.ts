import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { openLoci } from "../../../src/index.ts";
import { MilvusFixture, withoutMilvus } from "../../../test/contract/milvus/milvus-server.fixture.ts";
import { note, temporaryFolder, writeNotes } from "../../../test/e2e/notes.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";
import { ownClock } from "../../../test/stress/own-clock.fixture.ts";

/** What befalls connections: reset, and so is each new one; or open, with nothing coming through. */
type Fault = "reset" | "half-open";

/** Passes on to a server until, in the middle of its nth answer, connections break. */
class BreakingProxy {
  readonly #listener: Server;
  readonly #open = new Set<Socket>();
  #fault: Fault | null = null;
  #onAnswer: () => void = () => {};

  private constructor(listener: Server) {
    this.#listener = listener;
  }

  static async start(port: number): Promise<BreakingProxy> {
    const listener = createServer();
    const proxy = new BreakingProxy(listener);
    listener.on("connection", (client) => {
      if (proxy.#fault === "reset") return void client.resetAndDestroy();
      const server = connect(port, "127.0.0.1");
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        proxy.#open.add(from.on("error", () => {}));
        from.on("close", () => (to.destroy(), proxy.#open.delete(from)));
        from.on("data", (bytes) => {
          if (from === server) proxy.#onAnswer();
          if (proxy.#fault === null) to.write(bytes);
        });
      }
    });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return proxy;
  }

  get uri(): string {
    return `http://127.0.0.1:${(this.#listener.address() as { port: number }).port}`;
  }

  /** @param nth answer that is lost, 1 for the first */
  breakAt(nth: number, fault: Fault): void {
    let left = nth;
    this.#onAnswer = () => {
      if (--left !== 0) return;
      this.#fault = fault;
      if (fault === "reset") for (const socket of this.#open) socket.resetAndDestroy();
    };
  }

  /** New connections are passed on again; those that were half open stay dead, as they do behind a router that forgot them. */
  mend(): void {
    this.#onAnswer = () => {};
    this.#fault = null;
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#listener.close();
  }
}

describe("a connection to Milvus that breaks in the middle of a query", { skip: withoutMilvus }, async () => {
  if (withoutMilvus !== false) return;
  const server = await MilvusFixture.start();
  after(() => server.stop());

  test("is said to have, by search and status within three seconds and by a write within twenty, and the next one takes its place", async (t) => {
    const folder = temporaryFolder(t);
    writeNotes(join(folder, "notes"), Object.fromEntries([0, 1, 2, 3].map((i) => [`${i}.md`, note(i)])));
    const proxy = await BreakingProxy.start(server.port);
    t.after(() => proxy.close());
    const loci = await openLoci({ home: join(folder, "home"), settings: { store: { uri: proxy.uri } } });
    t.after(() => loci.close());
    const project = await loci.project("p");
    await project.index([join(folder, "notes")], { scope: "kb" });
    const found = async (): Promise<readonly string[]> => (await project.search("falcon")).hits.map(({ id }) => id);
    const add = (): Promise<unknown> =>
      project.addDrawer({ wing: "w", room: "r", scope: "admin", force: true, text: "The lantern hangs by the door." });
    const before = await found();
    assert.ok(before.length > 0);
    // Of the time that the machine has for this process: on a busy one all that waits comes late.
    const clock = ownClock();
    t.after(() => clock.stop());
    for (const fault of ["reset", "half-open"] as const)
      for (let nth = 1; nth <= rounds(2, 1); nth++)
        for (const ask of ["search", "status", "add"] as const) {
          proxy.breakAt(nth, fault);
          const began = clock.milliseconds();
          await assert.rejects(
            ask === "search" ? project.search("falcon") : ask === "status" ? project.status() : add(),
            { code: "UNAVAILABLE", hint: /store\.uri/u },
            `${fault} at ${nth} of ${ask}`,
          );
          const took = clock.milliseconds() - began;
          assert.ok(took < (ask === "add" ? 20_000 : 3_000), `${fault} at ${nth} of ${ask}: ${took} ms`);
          proxy.mend();
          // For a moment others are told the same, so that several calls don't wait in turn.
          for (;;) {
            const now = await found().catch(() => null);
            if (now !== null) {
              assert.deepEqual(now, before);
              break;
            }
            await delay(50);
          }
        }
  });
});
