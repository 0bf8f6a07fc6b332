import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttp2, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { ownClock } from "../../test/stress/own-clock.fixture.ts";
import { MilvusServer } from "./client.ts";

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
  // Of the time that the machine has for this process: on a busy one all that waits comes late.
  const clock = ownClock();
  t.after(() => clock.stop());
  for (let call = 0; call < 3; call++)
    await assert.rejects(
      server.call("a query", (client) => client.showCollections({}), true),
      { code: "UNAVAILABLE" },
    );
  const took = clock.milliseconds();
  assert.ok(took < 2_500, `${took} ms`);
});

/** As what stands before a server that is away, and answers in its place: by the status of HTTP, by gRPC's, or with nothing in it. */
const GATEWAYS: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  "no service": (stream) => stream.respond({ ":status": 503, "content-type": "text/html" }, { endStream: true }),
  "no such call": (stream) => stream.respond(grpc({ "grpc-status": "12" }), { endStream: true }),
  "no backend": (stream) => stream.respond(grpc({ "grpc-status": "14" }), { endStream: true }),
  "an empty answer": (stream) => {
    stream.respond(grpc({}), { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.alloc(5));
  },
};

function grpc(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return { ":status": 200, "content-type": "application/grpc", ...headers };
}

for (const [what, answer] of Object.entries(GATEWAYS))
  test(`a gateway that answers for a server that is away is no server: ${what}`, async (t) => {
    const gateway = createHttp2().on("stream", answer).listen(0, "127.0.0.1");
    await once(gateway, "listening");
    t.after(() => gateway.close());
    const { port } = gateway.address() as { port: number };
    const server = new MilvusServer({ uri: `http://127.0.0.1:${port}`, token: "" });
    t.after(() => server.close());
    await assert.rejects(
      server.call("a query", (client) => client.showCollections({}), true),
      { code: "UNAVAILABLE" },
    );
  });

test("a host of several servers is told which one is meant", async (t) => {
  const said: Buffer[] = [];
  const several = createServer((socket) =>
    socket.on("error", () => {}).on("data", (bytes) => said.push(bytes) && socket.destroy()),
  );
  several.listen(0, "localhost");
  await once(several, "listening");
  t.after(() => several.close());
  const { port } = several.address() as { port: number };
  const server = new MilvusServer({ uri: `https://localhost:${port}`, token: "" });
  t.after(() => server.close());
  await assert.rejects(
    server.call("a query", (client) => client.showCollections({}), false),
    { code: "UNAVAILABLE" },
  );
  assert.ok(Buffer.concat(said).includes("localhost"), "the first words of TLS name the server");
});

test("an address of IPv6 is one", async (t) => {
  let asked = 0;
  const gateway = createHttp2().on("stream", (stream) => {
    asked++;
    stream.respond(grpc({ "grpc-status": "12" }), { endStream: true });
  });
  try {
    await once(gateway.listen(0, "::1"), "listening");
  } catch {
    t.skip("no IPv6 on this machine");
    return;
  }
  t.after(() => gateway.close());
  const { port } = gateway.address() as { port: number };
  const server = new MilvusServer({ uri: `http://[::1]:${port}`, token: "" });
  t.after(() => server.close());
  await assert.rejects(
    server.call("a query", (client) => client.showCollections({}), false),
    { code: "UNAVAILABLE" },
  );
  assert.ok(asked > 0);
});
