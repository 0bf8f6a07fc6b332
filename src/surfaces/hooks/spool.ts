import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { AgentSession } from "../../index.ts";

/** A spooled event, with its file. */
export interface Spooled {
  readonly file: string;
  readonly event: AgentSession;
}

/** The folder where hooks of a project spool events. @param project its folder */
export function spoolFolder(project: string): string {
  return join(project, "hooks", "spool");
}

/**
 * Spools an event: it is complete on disk when this returns, so that the hook can answer at once while another process records it.
 * Events that can't be recorded now stay for the next time.
 *
 * @param now milliseconds; names order the events
 */
export function spool(folder: string, event: AgentSession, now: number): void {
  const name = `${now.toString(36).padStart(9, "0")}-${process.pid}-${randomBytes(4).toString("hex")}`;
  replaceFile(join(folder, `${name}.json`), JSON.stringify(event), { durable: true });
}

/** The spooled events, oldest first. An unreadable file is renamed to `.bad`, not deleted. */
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

/** Removes a recorded event. */
export function done({ file }: Spooled): void {
  rmSync(file, { force: true });
}
