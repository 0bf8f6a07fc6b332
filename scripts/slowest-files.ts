import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";

/** Files that are named, and from how many seconds on. */
const NAMED = 12;
const FROM_SECONDS = 2;

/** A reporter beside the usual one: names the files that took longest when all have ended. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const took: { readonly file: string; readonly seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type !== "test:summary") continue;
    const seconds = data.duration_ms / 1000;
    if (data.file !== undefined) took.push({ file: relative(process.cwd(), data.file), seconds });
    // The last summary is that of all files; the process may end right behind it.
    else {
      const slow = took.filter((one) => one.seconds >= FROM_SECONDS).sort((a, b) => b.seconds - a.seconds);
      const lines = slow.slice(0, NAMED).map((one) => `${one.seconds.toFixed(1).padStart(7)} s  ${one.file}\n`);
      if (lines.length > 0) yield `slowest files:\n${lines.join("")}`;
    }
  }
}
