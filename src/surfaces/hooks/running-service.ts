import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isLiving } from "../../files/living-process.ts";
import type { Fields } from "../../text/fields.ts";

/** The service of a data folder that runs now, as it says itself. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
}

/** Time for a service to answer before the hook does the work itself, milliseconds. */
const ANSWER_MS = 700;

const fileOf = (home: string): string => join(home, "service.json");

/** Says that a service runs, where none is known yet and a disk takes writes: else hooks do the work themselves. @returns what takes it back */
export function announceService(home: string, url: string): () => void {
  const file = fileOf(home);
  if ((runningService(home)?.pid ?? process.pid) !== process.pid) return () => {};
  const asWritten = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === undefined) throw thrown;
    }
  };
  asWritten(() =>
    writeFileSync(file, `${JSON.stringify({ url, pid: process.pid } satisfies RunningService)}\n`, { mode: 0o600 }),
  );
  return () => {
    if (runningService(home)?.pid === process.pid) asWritten(() => rmSync(file, { force: true }));
  };
}

export function runningService(home: string): RunningService | null {
  try {
    const service = JSON.parse(readFileSync(fileOf(home), "utf8")) as RunningService;
    return isLiving(service.pid) ? service : null;
  } catch {
    // No file, or a broken one.
    return null;
  }
}

/** Hands a payload to the service. @returns what it answers; null where it doesn't, so that the hook does the work itself */
export async function askService(request: {
  readonly home: string;
  readonly agent: string;
  readonly event: string;
  readonly payload: Fields;
  readonly project: string | null;
}): Promise<string | null> {
  const service = runningService(request.home);
  if (service === null) return null;
  try {
    const token = readFileSync(join(request.home, "token"), "utf8").trim();
    const query = request.project === null ? "" : `?project=${encodeURIComponent(request.project)}`;
    const answer = await fetch(`${service.url}/hooks/${request.agent}/${request.event}${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(request.payload),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
