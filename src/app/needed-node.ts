import { LociError } from "../model/error.ts";

/** Node's oldest major version that everything works on. */
const NEEDED_NODE = 24;

/**
 * Said before anything is opened: an older Node lacks SQLite, and fails far inside with words that name a module of its own. The command line
 * brings a Node along; a program that imports the library chooses its own.
 * @param version such as `24.9.0`
 * @throws LociError `UNAVAILABLE`
 */
export function requireNode(version: string): void {
  if (Number(version.split(".")[0]) >= NEEDED_NODE) return;
  throw new LociError("UNAVAILABLE", `Loci needs Node ${NEEDED_NODE} or newer, and this is Node ${version}`, {
    hint: `run the program with Node ${NEEDED_NODE}; in a checkout, npx and the scripts of package.json find the one that npm ci brought along`,
  });
}
