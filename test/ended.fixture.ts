import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Waits for the end of a process, which may be over when it is asked for: it is told only once. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** The first that a process writes. @throws where it ends without a word, which is waited for otherwise until a test's time is up */
export async function firstWord(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    child.stdout?.once("data", (said: Buffer) => resolve(said.toString()));
    child.once("error", reject);
    child.once("close", (status, signal) => reject(new Error(`ended with ${status ?? signal} and said nothing`)));
  });
}
