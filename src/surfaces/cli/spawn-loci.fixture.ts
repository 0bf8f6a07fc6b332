import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { packageVersion } from "../shared/wording.ts";
import { COMMANDS } from "./command-table.ts";
import type { CliIo } from "./io.ts";
import { runCli } from "./run-cli.ts";

/** What the package starts. */
export const BIN = fileURLToPath(new URL("../../../bin/loci.js", import.meta.url));

/** What a finished command left. */
export interface Finished {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON. */
  readonly json: () => Record<string, any>;
}

/** How a command is started. */
export interface SpawnOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called in this process, with terminals of so many columns to write to. */
  readonly columns?: number;
  /** Another Node to start with. */
  readonly node?: string;
  /** Called whenever something arrives on standard output, with all output so far and a function that signals the process. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** A folder of its own with files in it, and the command in it. */
export interface Sandbox {
  readonly folder: string;
  readonly home: string;
  /**
   * Runs a command line. The first of each command in a test file is a process of the built program, and so is what takes signals or input as it comes.
   * What follows, one at a time, is called in this process: a start costs more than most commands.
   */
  readonly loci: (args: readonly string[], options?: SpawnOptions) => Promise<Finished>;
  readonly remove: () => void;
}

/** They talk to the process's own streams, or start others. */
const OWN_PROCESS: ReadonlySet<string> = new Set(["mcp", "serve", "watch", "hook", "chat", "telegram", "doctor"]);

/** Commands that a process was started of. */
const started = new Set(OWN_PROCESS);
/** Whether a command is at work in this process, whose environment and folder are its own until it ends. */
let busy = false;

/** Makes a sandbox; `npm test` builds the command first. */
export function sandbox(files: Readonly<Record<string, string>> = {}): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "loci-cli-")));
  const home = join(folder, ".home");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    folder,
    home,
    async loci(args, options = {}) {
      const environment = { PATH: process.env["PATH"], HOME: folder, LOCI_HOME: home, ...options.environment };
      const cwd = options.cwd === undefined ? folder : join(folder, options.cwd);
      const command = args.find((arg) => OWN_PROCESS.has(arg) || COMMANDS.some(({ name }) => name === arg)) ?? "";
      const isFirst = !started.has(command);
      started.add(command);
      const ownProcess =
        isFirst || busy || OWN_PROCESS.has(command) || options.node !== undefined || options.onOutput !== undefined;
      if (ownProcess && options.columns === undefined)
        return await inProcessOfItsOwn(args, { ...options, environment, cwd });
      busy = true;
      try {
        return await inThisProcess(args, { environment, cwd, input: options.input ?? "", columns: options.columns });
      } finally {
        busy = false;
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Where a command runs. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
}

async function inThisProcess(
  argv: readonly string[],
  {
    environment,
    cwd,
    input,
    columns,
  }: Surroundings & { readonly input: string; readonly columns?: number | undefined },
): Promise<Finished> {
  const before = { environment: { ...process.env }, cwd: process.cwd() };
  setEnvironment(environment);
  process.chdir(cwd);
  const written = { out: "", err: "" };
  const output = (to: keyof typeof written): CliIo["out"] => ({
    isTTY: columns !== undefined,
    columns: columns ?? 100,
    write: async (text) => ((written[to] += text), true),
  });
  const io: CliIo = {
    environment,
    cwd,
    userHome: String(environment["HOME"]),
    input: Readable.from(input === "" ? [] : [Buffer.from(input)]),
    out: output("out"),
    err: output("err"),
    timer: () => performance.now(),
    signal: new AbortController().signal,
  };
  try {
    const status = await runCli({ argv, io, version: packageVersion(), commands: COMMANDS });
    return { status, ...written, json: () => JSON.parse(written.out) as Record<string, any> };
  } finally {
    setEnvironment(before.environment);
    process.chdir(before.cwd);
  }
}

/** Changes that of the process itself: the system asks it for the user's folder. */
function setEnvironment(environment: Surroundings["environment"]): void {
  for (const name of Object.keys(process.env)) if (environment[name] === undefined) delete process.env[name];
  Object.assign(process.env, environment);
}

async function inProcessOfItsOwn(
  args: readonly string[],
  { input, environment, cwd, node, onOutput }: Omit<SpawnOptions, keyof Surroundings> & Surroundings,
): Promise<Finished> {
  const child = spawn(node ?? process.execPath, [BIN, ...args], { cwd, env: environment });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    onOutput?.(out, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  if (onOutput === undefined) child.stdin.end(input ?? "");
  else if (input !== undefined) child.stdin.write(input);
  const status = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { status, out, err, json: () => JSON.parse(out) as Record<string, any> };
}
