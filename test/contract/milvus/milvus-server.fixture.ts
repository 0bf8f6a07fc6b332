import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ended } from "../../ended.fixture.ts";
import { freePort } from "../../free-port.fixture.ts";

/** Where `.ci/run` puts Milvus Lite. */
const COMMAND = process.env["LOCI_TEST_MILVUS"] ?? join(import.meta.dirname, "../../../.cache/milvus/bin/milvus-lite");
const START_MS = 60_000;

/** Why tests that need a server are skipped; false where they aren't. CI requires them. */
export const withoutMilvus: string | false =
  existsSync(COMMAND) || process.env["CI"] === "true"
    ? false
    : "no Milvus Lite: .ci/run makes one, or set LOCI_TEST_MILVUS to its command";

let isReadOnce = false;

/** Has the SDK read its protocol once a process: each client would do so anew, which takes longer than most that a test does with it. */
export function readProtocolOnce(): void {
  if (isReadOnce) return;
  isReadOnce = true;
  const sdk = createRequire(createRequire(import.meta.url).resolve("@zilliz/milvus2-sdk-node"));
  const loader = sdk("@grpc/proto-loader") as { fromJSON: (json: object, options?: object) => object };
  const { fromJSON } = loader;
  const read = new WeakMap<object, object>();
  loader.fromJSON = (json, options) => {
    let found = read.get(json);
    if (found === undefined) read.set(json, (found = fromJSON(json, options)));
    return found;
  };
}

/** A Milvus Lite server of its own process, on loopback. */
export class MilvusFixture {
  readonly folder = mkdtempSync(join(tmpdir(), "loci-milvus-"));
  readonly port: number;
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<MilvusFixture> {
    readProtocolOnce();
    const fixture = new MilvusFixture(await freePort());
    await fixture.start();
    return fixture;
  }

  get uri(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const child = spawn(
      COMMAND,
      ["server", "--data-dir", this.folder, "--host", "127.0.0.1", "--port", String(this.port)],
      { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PYTHONUNBUFFERED: "1" } },
    );
    this.#child = child;
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data: Buffer) => (output += data.toString()));
    for (let waited = 0; !/listening/.test(output); waited += 50) {
      if (child.exitCode !== null || child.signalCode !== null || waited > START_MS)
        throw new Error(`Milvus Lite did not start: ${output.slice(-500)}`);
      await delay(50);
    }
    await this.#answer();
  }

  /** Waits for the first that it says on a connection: on a busy machine that comes a second behind its word that it listens. */
  async #answer(): Promise<void> {
    const session = connect(this.uri);
    session.on("error", () => undefined);
    try {
      await once(session, "remoteSettings", { signal: AbortSignal.timeout(START_MS) });
    } finally {
      session.destroy();
    }
  }

  /** Ends the server as a power cut would; what it had acknowledged is on disk. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGKILL");
    if (child !== null) await ended(child);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Settings that a test's projects stand on a server with, where `LOCI_TEST_STORE=milvus` asks for it; it ends with the test. Tests in a folder take
 * seconds, on a server in Python minutes.
 */
export async function storeUnderTest(t: {
  after(work: () => Promise<void>): void;
}): Promise<{ readonly store?: { readonly uri: string; readonly token: string } }> {
  if (process.env["LOCI_TEST_STORE"] !== "milvus") return {};
  const server = await MilvusFixture.start();
  t.after(() => server.stop());
  return { store: { uri: server.uri, token: "" } };
}
