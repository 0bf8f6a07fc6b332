import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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
  /** Another Node to start with. */
  readonly node?: string;
  /** Called with everything that came so far and a way to signal the process, each time something comes on standard output. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** A folder of its own with files in it, and the real, built command in it. */
export interface Sandbox {
  readonly folder: string;
  readonly home: string;
  readonly loci: (args: readonly string[], options?: SpawnOptions) => Promise<Finished>;
  readonly remove: () => void;
}

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
    loci: (args, options) => run(folder, home, args, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function run(
  folder: string,
  home: string,
  args: readonly string[],
  { input, environment, cwd, node, onOutput }: SpawnOptions = {},
): Promise<Finished> {
  const child = spawn(node ?? process.execPath, [BIN, ...args], {
    cwd: cwd === undefined ? folder : join(folder, cwd),
    env: { PATH: process.env["PATH"], HOME: folder, LOCI_HOME: home, ...environment },
  });
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
