import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";

/** Where `scripts/test-package.ts` has installed the tarball, and the folder of the Node that it is tried on. */
const { LOCI_PACKAGE, LOCI_PACKAGE_NODE } = process.env;

/** Why these tests don't run here. */
export const SKIP = LOCI_PACKAGE === undefined ? "tries the packed product: npm run test:package" : false;

/** The folder of a user who has installed the tarball; the package is in its `node_modules`. */
export const INSTALLED = LOCI_PACKAGE ?? "";

/** The Node that the product is tried on. */
export const NODE = join(LOCI_PACKAGE_NODE ?? "", "node");

/** What a command came to. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user with a home of his own and `loci` on the PATH. */
export interface User {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Runs `loci`. @param input is given on stdin, which else is empty */
  readonly loci: (args: readonly string[], input?: string) => Promise<Run>;
  /** Starts `loci` and leaves it running; it is stopped with the test. */
  readonly start: (args: readonly string[], environment?: NodeJS.ProcessEnv) => ChildProcess;
}

/** A user in a folder of his own, with notes to index. */
export function newUser(t: Pick<TestContext, "after">): User {
  const folder = mkdtempSync(join(tmpdir(), "loci-user-"));
  mkdirSync(join(folder, "notes"));
  writeFileSync(join(folder, "notes", "ports.md"), "# Ports\n\nThe staging gateway listens on port 8443.\n");
  writeFileSync(join(folder, "notes", "team.md"), "# Team\n\nMirabel looks after the release train. See [[ports]].\n");
  const environment: NodeJS.ProcessEnv = {
    HOME: folder,
    LOCI_HOME: join(folder, "home"),
    PATH: [LOCI_PACKAGE_NODE, join(INSTALLED, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
  };
  const started: ChildProcess[] = [];
  t.after(async () => {
    for (const child of started) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    folder,
    environment,
    loci: (args, input = "") =>
      new Promise((resolve) => {
        const child = execFile(
          "loci",
          args,
          { cwd: folder, env: environment, maxBuffer: 50_000_000, timeout: 60_000 },
          (_, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
        );
        child.stdin?.on("error", () => undefined).end(input);
      }),
    start(args, more = {}) {
      const child = spawn("loci", args, { cwd: folder, env: { ...environment, ...more } });
      started.push(child);
      return child;
    },
  };
}

/** What a command says as JSON, where it ends well. */
export async function answer<T>({ loci }: User, ...args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await loci([...args, "--json"]);
  assert.equal(status, 0, `loci ${args.join(" ")}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Waits for a line of what a process writes, stdout and stderr alike. @throws where it ends before */
export async function lineOf(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  let said = "";
  return await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (piece: Buffer) => {
        said += piece.toString();
        const found = wanted.exec(said);
        if (found !== null) resolve(found);
      });
    child.once("exit", (status) => reject(new Error(`ended with ${status}: ${said}`)));
  });
}

/** A service of that user. */
export interface Service {
  readonly url: string;
  readonly token: string;
}

/** `loci serve` on a free port. */
export async function serve(user: User): Promise<Service> {
  const child = user.start(["serve", "--port", "0", "--no-watch", "--json"]);
  const [line] = await lineOf(child, /^\{.*\}$/mu);
  const { url } = JSON.parse(line) as { readonly url: string };
  const { readFileSync } = await import("node:fs");
  return { url, token: readFileSync(join(user.folder, "home", "token"), "utf8").trim() };
}
