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
}
