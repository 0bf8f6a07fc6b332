import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ended } from "../../ended.fixture.ts";
import { freePort } from "../../free-port.fixture.ts";

/** Where Debian's package and others put the server's programs. */
const FOLDER = [
  ...(process.env["LOCI_TEST_POSTGRES"] === undefined ? [] : [process.env["LOCI_TEST_POSTGRES"]]),
  ...globSync("/usr/lib/postgresql/*/bin").sort().reverse(),
  "/usr/local/bin",
  "/usr/bin",
].find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
const START_MS = 30_000;

/** Why tests that need a server are skipped; false where they aren't. CI requires them. */
export const withoutPostgres: string | false =
  FOLDER !== undefined || process.env["CI"] === "true"
    ? false
    : "no PostgreSQL: install Debian's package 'postgresql', or set LOCI_TEST_POSTGRES to the folder of its programs";

/** A PostgreSQL server of its own, on loopback, without a password. It doesn't run as root, so another user starts it there. */
export class PostgresFixture {
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async start(): Promise<PostgresFixture> {
    const folder = mkdtempSync(join(tmpdir(), "loci-postgres-"));
    const fixture = new PostgresFixture(folder, await freePort());
    const user = fixture.#user();
    if (user !== null) chownSync(folder, user.uid, user.gid);
    execFileSync(
      join(FOLDER as string, "initdb"),
      ["--pgdata", join(folder, "data"), "--username", "loci", "--auth", "trust", "--no-sync", "--encoding", "UTF8"],
      { stdio: "pipe", cwd: folder, ...user },
    );
    await fixture.start();
    return fixture;
  }

  get uri(): string {
    return `postgresql://loci@127.0.0.1:${this.#port}/postgres`;
  }

  async start(): Promise<void> {
    const child = spawn(
      join(FOLDER as string, "postgres"),
      ["-D", join(this.#folder, "data"), "-p", String(this.#port), "-h", "127.0.0.1", "-k", this.#folder, "-F"],
      { stdio: ["ignore", "ignore", "pipe"], cwd: this.#folder, ...this.#user() },
    );
    this.#child = child;
    let output = "";
    child.stderr?.on("data", (data: Buffer) => (output += data.toString()));
    for (let waited = 0; !/ready to accept connections/.test(output); waited += 50) {
      if (child.exitCode !== null || child.signalCode !== null || waited > START_MS)
        throw new Error(`PostgreSQL did not start: ${output.slice(-500)}`);
      await delay(50);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGQUIT");
    if (child !== null) await ended(child);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #user(): { readonly uid: number; readonly gid: number } | null {
    if (process.getuid?.() !== 0) return null;
    const [uid, gid] = ["-u", "-g"].map((which) =>
      Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" })),
    ) as [number, number];
    return { uid, gid };
  }
}
