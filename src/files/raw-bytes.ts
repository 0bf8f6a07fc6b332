import { fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { LociError } from "../model/error.ts";

/** What a process of its own is asked: files in which any of some bytes stand, or copies. */
export type RawRequest =
  | { readonly search: readonly string[]; readonly needles: readonly Uint8Array[] }
  | { readonly copy: readonly { readonly from: string; readonly to: string }[] };

/** Paths in which something was found, or what failed, by the system's code. */
export type RawAnswer = { readonly found: readonly string[] } | { readonly failed: string };

/** TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = fileURLToPath(new URL(`./raw-bytes-main${extname(import.meta.url)}`, import.meta.url));

/**
 * Files in which any of some bytes stand. They are read by a process of its own, since they may be databases that this one has open
 * (`isOpenDatabase`); a thread would not do, locks belong to the process. Files that vanish in between hold nothing.
 * Cost: 50 ms to start the process; about a second for a gigabyte.
 * @throws LociError `STORAGE_FAILED`
 */
export const filesContaining = async (
  search: readonly string[],
  needles: readonly Uint8Array[],
): Promise<readonly string[]> => await ask({ search, needles });

/** Copies files as they stand, in a process of its own, as `filesContaining` reads them. @throws LociError `STORAGE_FAILED` */
export async function copyBytes(copy: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
  await ask({ copy });
}

async function ask(request: RawRequest): Promise<readonly string[]> {
  const child = fork(MAIN, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const answer = await new Promise<RawAnswer>((resolve) => {
    child.on("message", resolve);
    child.on("error", ({ message }) => resolve({ failed: message }));
    child.on("exit", (status, signal) =>
      resolve({ failed: `the process that reads them ended with ${signal ?? status}` }),
    );
    child.send(request);
  });
  if (child.connected) child.disconnect();
  if ("found" in answer) return answer.found;
  throw unreadable(answer.failed);
}

function unreadable(why: string): LociError {
  const code = /^(?:ENOSPC|EDQUOT)$/u.test(why) ? "STORAGE_FULL" : "STORAGE_FAILED";
  return new LociError(code, `the files of the data folder can't be read or copied (${why})`, {
    hint: "check their permissions, and whether the disk is full",
  });
}
