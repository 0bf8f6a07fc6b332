import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Server, ServerCredentials, type ServiceDefinition, type sendUnaryData } from "@grpc/grpc-js";
import { note, temporaryFolder, writeNotes } from "../../e2e/notes.fixture.ts";
import { freePort, MilvusFixture, withoutMilvus } from "./milvus-server.fixture.ts";

const CLI = fileURLToPath(new URL("../../../bin/loci.js", import.meta.url));

async function loci(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly out: string; readonly error: string }> {
  return await new Promise((resolve) =>
    execFile(process.execPath, [CLI, ...args], { env: { ...process.env, ...environment } }, (thrown, out, error) =>
      resolve({ status: thrown === null ? 0 : Number(thrown.code ?? -1), out, error }),
    ),
  );
}

/** A server that answers two calls of Milvus's protocol: with this version, or that the token is wrong. */
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
  const definition = { Connect: method("Connect"), GetVersion: method("GetVersion") } as unknown as ServiceDefinition;
  // Field 1, a status without a code, is success; field 2 of the second is the version.
  const answer = (body: Buffer) => (_: unknown, done: sendUnaryData<Buffer>) =>
    version === null
      ? done({ code: 16, details: "auth check failure, please check username and password" })
      : done(null, body);
  const text = Buffer.from(version ?? "");
  server.addService(definition, {
    Connect: answer(Buffer.from([10, 0])),
    GetVersion: answer(Buffer.concat([Buffer.from([10, 0, 18, text.length]), text])),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (thrown, bound) =>
      thrown === null ? resolve(bound) : reject(thrown),
    ),
  );
  t.after(() => server.forceShutdown());
  return `http://127.0.0.1:${port}`;
}

describe("a server that can't be used, over the command line", () => {
  test("each says what it found and what to do, and the project stays as it was", async (t) => {
    const folder = temporaryFolder(t);
    const notes = join(folder, "notes");
    const at = (home: string) => ["--home", join(folder, home), "--project", "p"];
    writeNotes(notes, { "a.md": note(1), "b.md": note(2) });
    assert.equal((await loci(["index", notes, "--scope", "kb", ...at("home")])).status, 0);
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
      ["an older server", await imposter(t, "v2.3.5"), /is Milvus v2\.3\.5, which has no sparse vectors/],
    ];
    await Promise.all(
      cases.map(async ([what, uri, message], i) => {
        cpSync(join(folder, "home"), join(folder, `home-${i}`), { recursive: true });
        const { status, error } = await loci(["move", "--to", uri, ...at(`home-${i}`)], {
          LOCI_STORE_TOKEN: "root:secret",
        });
        assert.notEqual(status, 0, what);
        assert.match(error, message, what);
        // A next step, and no secret.
        assert.ok(error.trim().split("\n").length >= 2 || /[:(]/.test(error), `${what}: ${error}`);
        assert.doesNotMatch(error, /secret/, what);
        assert.equal(digest(`home-${i}`), before, what);
      }),
    );
  });

  test(
    "two projects of one name, of two homes, share a server and nothing else",
    { skip: withoutMilvus },
    async (t) => {
      if (withoutMilvus !== false) return;
      const server = await MilvusFixture.start();
      t.after(() => server.stop());
      const folder = temporaryFolder(t);
      const found = await Promise.all(
        ["one", "two"].map(async (name, i) => {
          const at = ["--home", join(folder, name), "--project", "p"];
          const environment = { LOCI_STORE_URI: server.uri };
          writeNotes(join(folder, `notes-${name}`), {
            "a.md": `# Walrus\n\nThe walrus of ${name} sleeps on stone ${i}.\n`,
          });
          const { status, error } = await loci(
            ["index", join(folder, `notes-${name}`), "--scope", "kb", ...at],
            environment,
          );
          assert.equal(status, 0, error);
          const { out } = await loci(["search", "walrus", "--json", ...at], environment);
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
