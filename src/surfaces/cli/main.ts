import { readFileSync } from "node:fs";
import { COMMANDS } from "./command-table.ts";
import { processIo } from "./process-io.ts";
import { runCli } from "./run-cli.ts";

/** Runs the process's command line; bin/loci.js calls this once Node is new enough. */
export async function main(): Promise<void> {
  const version = packageVersion();
  process.exitCode = await runCli({ argv: process.argv.slice(2), io: processIo(), version, commands: COMMANDS });
}

/** The package's file stands three folders up from here, in the sources and in `dist` alike. */
function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as { readonly version: string };
  return version;
}
