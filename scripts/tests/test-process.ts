import hooks from "node:async_hooks";
import { readFileSync, writeFileSync } from "node:fs";

/** What a process of tests does before it loads `node:test`. */

// A process that is made to end with its last test loses what it has told and nobody has read yet, unless it waits for each piece to be taken.
(process.stdout as { _handle?: { setBlocking?: (is: boolean) => void } })._handle?.setBlocking?.(true);

// `node:test` follows each promise, to name the test behind an error that none of them catches: a seventh of the processor time of asynchronous
// tests. Here such an error ends the process, which has failed with it; `node --test FILE` names its test.
const { createHook } = hooks;
hooks.createHook = () => ({ enable() {}, disable() {} }) as unknown as hooks.AsyncHook;
await import("node:test");
hooks.createHook = createHook;
const fail = (error: unknown): never => {
  console.error(error);
  process.exit(1);
};
process.on("uncaughtException", fail).on("unhandledRejection", fail);

// Noted at the end: hundredths of a second of processor time that it and what it started and has ended took.
process.on("exit", () => {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").replace(/^.*\)/u, "").trim().split(" ");
    writeFileSync(
      `${process.argv[1]}.processor`,
      String(fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)),
    );
  } catch {
    // Not on this system.
  }
});
