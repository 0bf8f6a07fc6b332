import { packageVersion } from "../shared/wording.ts";
import { COMMANDS } from "./command-table.ts";
import { processIo } from "./io.ts";
import { runCli } from "./run-cli.ts";

/** Runs the process's command line; bin/loci.js calls this once Node is new enough. */
export async function main(): Promise<void> {
  process.exitCode = await runCli({
    argv: process.argv.slice(2),
    io: processIo(),
    version: packageVersion(),
    commands: COMMANDS,
  });
  // What was written last may fail a turn later, which changes the status.
  await new Promise((resolve) => setImmediate(resolve));
  // A process that runs out by itself first ends a collection of its memory that it has begun: a tenth of a search over 10,000 drawers.
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  // Results are waited for until somebody reads them, notes for a second.
  setInterval(() => void (process.stdout.writableLength === 0 && process.exit()), 1_000).unref();
}
