import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LociError } from "../model/error.ts";

/** What a process of its own is asked: files in which any of some bytes stand, or copies. */
export type RawRequest =
  | { readonly search: readonly string[]; readonly needles: readonly Uint8Array[] }
  | { readonly copy: readonly { readonly from: string; readonly to: string }[] };

/** Paths in which something was found, or what failed, by the system's code. */
export type RawAnswer = { readonly found: readonly string[] } | { readonly failed: string };

/** TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = fileURLToPath(
  new URL(`./raw-bytes-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
);

/**
 * Files in which any of some bytes stand. They are read by a process of its own, since they may be databases that this one has open
 * (`isOpenDatabase`); a thread would not do, locks belong to the process. Files that vanish in between hold nothing.
 * Cost: 50 ms to start the process, unless it was asked in the last ten seconds; about a second for a gigabyte.
 * @throws LociError `STORAGE_FAILED`
 */
export const filesContaining = async (
  search: readonly string[],
  needles: readonly Uint8Array[],
): Promise<readonly string[]> => await reader.ask({ search, needles });

/** Copies files as they stand, in a process of its own, as `filesContaining` reads them. @throws LociError `STORAGE_FAILED` */
export async function copyBytes(copy: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
  await reader.ask({ copy });
}

/** How long the process stays when nobody asks it: to start it again takes 50 ms of two cores. */
const IDLE_MS = 10_000;

/** The process that reads, while there is one, with what was asked of it, in the order of asking. */
class RawReader {
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  #asked: { readonly resolve: (found: readonly string[]) => void; readonly reject: (why: LociError) => void }[] = [];

  ask(request: RawRequest): Promise<readonly string[]> {
    const child = (this.#child ??= this.#start());
    if (this.#idle !== null) clearTimeout(this.#idle);
    child.ref();
    child.channel?.ref();
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      child.send(request, (error) => {
        if (error !== null) this.#fail(child, error.message);
      });
    });
  }

  #start(): ChildProcess {
    const child = fork(MAIN, {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
    child.on("message", (answer: RawAnswer) => this.#take(child, answer));
    child.on("error", ({ message }) => this.#fail(child, message));
    child.on("exit", (status, signal) =>
      this.#fail(child, `the process that reads them ended with ${signal ?? status}`),
    );
    return child;
  }

  #take(child: ChildProcess, answer: RawAnswer): void {
    const first = this.#asked.shift();
    if ("found" in answer) first?.resolve(answer.found);
    else first?.reject(unreadable(answer.failed));
    if (this.#asked.length > 0) return;
    // It ends with this process, and keeps it from nothing.
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => {
      this.#child = null;
      child.disconnect();
    }, IDLE_MS).unref();
  }

  #fail(child: ChildProcess, why: string): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (this.#idle !== null) clearTimeout(this.#idle);
    for (const { reject } of this.#asked.splice(0)) reject(unreadable(why));
  }
}

const reader = new RawReader();

function unreadable(why: string): LociError {
  const code = /^(?:ENOSPC|EDQUOT)$/u.test(why) ? "STORAGE_FULL" : "STORAGE_FAILED";
  return new LociError(code, `the files of the data folder can't be read or copied (${why})`, {
    hint: "check their permissions, and whether the disk is full",
  });
}
