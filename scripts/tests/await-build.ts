import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Holds a process of tests until `dist/` is built, which goes on beside the tests that need none: `TESTS_AWAIT_BUILD` names a file that says how it ended. */
const LOOKS_EVERY_MS = 100;
const said = process.env["TESTS_AWAIT_BUILD"];

if (said !== undefined) {
  while (!existsSync(said)) await delay(LOOKS_EVERY_MS);
  if (readFileSync(said, "utf8") !== "passed") throw new Error("the build failed, which these tests need");
}
