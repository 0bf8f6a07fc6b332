import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, test, type TestContext } from "node:test";
import { Server, ServerCredentials, type ServiceDefinition, type sendUnaryData } from "@grpc/grpc-js";
import { MilvusServer } from "../client.ts";
import { sandbox } from "../../../src/surfaces/cli/spawn-loci.fixture.ts";
import { note, temporaryFolder, writeNotes } from "../../../test/e2e/notes.fixture.ts";
import { MilvusFixture, readProtocolOnce, withoutMilvus } from "../../../test/contract/milvus/milvus-server.fixture.ts";
import { freePort } from "../../../test/free-port.fixture.ts";

/** Columns that all collections of ours have, beside their key. */
const OURS = ["doc", "scope", "id", "source", "path", "type", "wing", "room", "halls", "terms", "date"];

const box = sandbox();
after(() => box.remove());
readProtocolOnce();

/** What a server says that knows no sparse vectors, as a `Status` of the protocol: field 1 the code of any failure, field 2 why. */
const REFUSAL = "invalid parameter: unsupported data type SparseFloatVector";

/** A server that answers a few calls of Milvus's protocol: with this version, or that the token is wrong. It has no collection, and makes none. */
async function imposter(t: TestContext, version: string | null): Promise<string> {
  const server = new Server();
  const bytes = { requestSerialize: Buffer.from, requestDeserialize: (buffer: Buffer) => buffer };
  const method = (name: string) => ({
    path: `/milvus.proto.milvus.MilvusService/${name}`,
    requestStream: false,
    responseStream: false,
    ...bytes,
    responseSerialize: (buffer: Buffer) => buffer,
    responseDeserialize: (buffer: Buffer) => buffer,
  });
  const names = ["Connect", "GetVersion", "DescribeCollection", "ShowCollections", "CreateCollection"];
  const definition = Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as ServiceDefinition;
  // Field 1, a status without a code, is success; field 2 of the second is the version.
  const answer = (body: Buffer) => (_: unknown, done: sendUnaryData<Buffer>) =>
    version === null
      ? done({ code: 16, details: "auth check failure, please check username and password" })
      : done(null, body);
  const text = Buffer.from(version ?? "");
  const refusal = Buffer.from(REFUSAL);
  server.addService(definition, {
    Connect: answer(Buffer.from([10, 0])),
    GetVersion: answer(Buffer.concat([Buffer.from([10, 0, 18, text.length]), text])),
    // A status with code 4: there is no such collection.
    DescribeCollection: answer(Buffer.from([10, 2, 8, 4])),
    ShowCollections: answer(Buffer.from([10, 0])),
    CreateCollection: answer(Buffer.concat([Buffer.from([8, 1, 18, refusal.length]), refusal])),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (thrown, bound) =>
      thrown === null ? resolve(bound) : reject(thrown),
    ),
  );
  t.after(() => server.forceShutdown());
  return `http://127.0.0.1:${port}`;
}

let running: Promise<MilvusFixture> | null = null;

/** One server for all tests of this file, started by the first that needs it. */
async function shared(): Promise<MilvusFixture> {
  return await (running ??= MilvusFixture.start());
}

after(async () => await (await running)?.stop());

describe("a server that can't be used, over the command line", () => {
  test("each says what it found and what to do, and the project stays as it was", async (t) => {
    const folder = temporaryFolder(t);
    const notes = join(folder, "notes");
    const at = (home: string) => ["--home", join(folder, home), "--project", "p"];
    writeNotes(notes, { "a.md": note(1), "b.md": note(2) });
    assert.equal((await box.loci(["index", notes, "--scope", "kb", ...at("home")])).status, 0);
    const digest = (home: string): string =>
      createHash("sha256")
        .update(readFileSync(join(folder, home, "projects", "p", "index.sqlite")))
        .digest("hex");
    const before = digest("home");
    const page = createServer((_, answer) => answer.end("hello")).listen(0, "127.0.0.1");
    await once(page, "listening");
    t.after(() => page.close());
    const local = (port: number): string => `http://127.0.0.1:${port}`;
    const cases: readonly (readonly [what: string, uri: string, message: RegExp])[] = [
      ["no address", "ftp://somewhere", /no address of a Milvus server/],
      ["a password in the address", "http://user:secret@127.0.0.1:19530", /holds a password/],
      ["nobody there", local(await freePort()), /can't be reached/],
      ["another service", local((page.address() as AddressInfo).port), /can't be reached|did not answer/],
      ["a wrong token", await imposter(t, null), /refused the token/],
      ["a server without sparse vectors", await imposter(t, "v2.6.0"), /takes no sparse vectors/],
      ["an older server", await imposter(t, "v2.3.5"), /\(Milvus v2\.3\.5\) takes no sparse vectors/],
    ];
    for (const [i, [what, uri, message]] of cases.entries()) {
      cpSync(join(folder, "home"), join(folder, `home-${i}`), { recursive: true });
      const { status, err } = await box.loci(["data", "move", "--to", uri, ...at(`home-${i}`)], {
        environment: { LOCI_STORE_TOKEN: "root:secret" },
      });
      assert.notEqual(status, 0, what);
      assert.match(err, message, what);
      // A next step, and no secret.
      assert.ok(err.trim().split("\n").length >= 2 || /[:(]/.test(err), `${what}: ${err}`);
      assert.doesNotMatch(err, /secret/, what);
      assert.equal(digest(`home-${i}`), before, what);
    }
  });

  test(
    "a collection of its name that is another's, and one of other vectors: neither is touched",
    { skip: withoutMilvus },
    async (t) => {
      if (withoutMilvus !== false) return;
      const server = await shared();
      const folder = temporaryFolder(t);
      const [notes, at] = [join(folder, "notes"), ["--home", join(folder, "home"), "--project", "theirs"]];
      const environment = { LOCI_STORE_URI: server.uri };
      const run = () => box.loci(["index", notes, "--scope", "kb", ...at], { environment });
      writeNotes(notes, { "a.md": note(1) });
      assert.equal((await run()).status, 0);
      const client = new MilvusServer({ uri: server.uri, token: "" });
      t.after(() => client.close());
      const names = async () =>
        (
          (await client.call("collections", (sdk) => sdk.showCollections({}))) as unknown as {
            data: readonly { name: string }[];
          }
        ).data
          .map(({ name }) => name)
          .filter((name) => name.includes("_theirs_"))
          .sort();
      const [words, vectors] = (await names()) as [string, string];
      const replace = async (collection_name: string, fields: readonly object[], description = "") => {
        await client.call("dropping it", (sdk) => sdk.dropCollection({ collection_name }));
        await client.call("making it", (sdk) =>
          sdk.createCollection({ collection_name, fields, description } as never),
        );
      };
      const key = { name: "place", data_type: client.types.Int64, is_primary_key: true };
      const vector = (name: string, dim: number) => ({ name, data_type: client.types.FloatVector, dim });
      const number = (name: string) => ({ name, data_type: client.types.Int64 });
      writeNotes(notes, { "b.md": note(2) });
      for (const [collection, fields, message] of [
        // With all columns that ours have, and vectors of four components.
        [vectors, [key, ...OURS.map(number), vector("embedding", 4)], /holds vectors of 4 components, not of 256/],
        [words, [key, vector("v", 4)], /that Loci did not make/],
      ] as const) {
        await replace(collection, fields);
        const { status, err } = await run();
        assert.notEqual(status, 0);
        assert.match(err, message);
        assert.match(err, /rename it, or use another server/);
        assert.deepEqual(await names(), [words, vectors]);
        const { data } = (await client.call("a count", async (sdk) => {
          await sdk.createIndex({ collection_name: collection, field_name: fields.at(-1)?.name } as never);
          await sdk.loadCollectionSync({ collection_name: collection });
          return await sdk.query({ collection_name: collection, filter: "place >= 0", output_fields: ["count(*)"] });
        })) as unknown as { data: readonly Record<string, string>[] };
        assert.equal(Number(data[0]?.["count(*)"]), 0, "nothing was written into it");
      }
    },
  );

  test(
    "two projects of one name, of two homes, share a server and nothing else",
    { skip: withoutMilvus },
    async (t) => {
      if (withoutMilvus !== false) return;
      const server = await shared();
      const folder = temporaryFolder(t);
      const found = await Promise.all(
        ["one", "two"].map(async (name, i) => {
          const at = ["--home", join(folder, name), "--project", "p"];
          const environment = { LOCI_STORE_URI: server.uri };
          writeNotes(join(folder, `notes-${name}`), {
            "a.md": `# Walrus\n\nThe walrus of ${name} sleeps on stone ${i}.\n`,
          });
          const notes = join(folder, `notes-${name}`);
          const { status, err } = await box.loci(["index", notes, "--scope", "kb", ...at], { environment });
          assert.equal(status, 0, err);
          const { out } = await box.loci(["search", "walrus", "--json", ...at], { environment });
          return (JSON.parse(out) as { hits: readonly { text: string }[] }).hits.map(({ text }) => text).join("\n");
        }),
      );
      assert.deepEqual(
        found.map((text) => [/walrus of (?:one|two)/.exec(text)?.[0], text.split("walrus of").length]),
        [
          ["walrus of one", 2],
          ["walrus of two", 2],
        ],
      );
    },
  );
});
