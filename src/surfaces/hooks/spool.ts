import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { AgentSession } from "../../index.ts";

/** What a hook left to be recorded, with its place. */
export interface Spooled {
  readonly file: string;
  readonly event: AgentSession;
}

/** Where the hooks of a project leave what is to be recorded. */
export function spoolFolder(home: string, project: string): string {
  return join(home, "projects", project, "hooks", "spool");
}

/**
 * Leaves an event to be recorded: whole and on disk when this returns, so that the hook can answer at once and a process of its own does
 * the work. What can't be recorded now stays for the next time.
 *
 * @param now milliseconds; names order the events
 */
export function spool(folder: string, event: AgentSession, now: number): void {
  const name = `${now.toString(36).padStart(9, "0")}-${process.pid}-${randomBytes(4).toString("hex")}`;
  replaceFile(join(folder, `${name}.json`), JSON.stringify(event), { durable: true });
}

/** What was left, oldest first. A file that can't be read is put aside as `.bad`, not lost. */
export function spooled(folder: string): readonly Spooled[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw thrown;
  }
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => {
      const file = join(folder, name);
      try {
        return [{ file, event: JSON.parse(readFileSync(file, "utf8")) as AgentSession }];
      } catch (thrown) {
        // Another process recorded it meanwhile.
        if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") renameSync(file, `${file}.bad`);
        return [];
      }
    });
}

/** Ends an event that was recorded. */
export function done({ file }: Spooled): void {
  rmSync(file, { force: true });
}
