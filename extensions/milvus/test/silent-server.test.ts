import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { MilvusServer } from "../client.ts";

/** As a server that was stopped, or whose machine hangs: connections are taken, and nothing is ever answered. */
test("a server that takes connections and answers nothing is said to be away within three seconds, once for several calls", async (t) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as { port: number };
  const server = new MilvusServer({ uri: `http://127.0.0.1:${port}`, token: "" });
  t.after(() => server.close());
  // Loading the SDK takes up to a second.
  await import("@zilliz/milvus2-sdk-node");
  const begun = performance.now();
  for (let call = 0; call < 3; call++)
    await assert.rejects(
      server.call("a query", (client) => client.showCollections({}), true),
      { code: "UNAVAILABLE" },
    );
  const took = performance.now() - begun;
  assert.ok(took < 3_500, `${took} ms`);
});
