import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * How long test files take, in seconds. What a machine saw in its own last runs is kept in `.cache`; a table of the long ones lies beside this file, so
 * that a fresh checkout begins with them too. `node scripts/tests/durations.ts` writes the table from what was seen here.
 */
const TABLE = join(import.meta.dirname, "durations.json");
const CACHE = join(import.meta.dirname, "..", "..", ".cache");
const SEEN = join(CACHE, "test-durations.json");
/** Shorter ones are left out of the table. */
const LONG = 1;

export type Durations = ReadonlyMap<string, number>;

/** Of the table alone: the same on every machine. */
export function tabledDurations(): Durations {
  return read(TABLE);
}

/** What was seen here, else of the table. */
export function lastDurations(): Durations {
  return new Map([...read(TABLE), ...read(SEEN)]);
}

/** Keeps what a run saw; files that it left out stay. */
export function keepDurations(seen: Durations): void {
  mkdirSync(CACHE, { recursive: true });
  const kept = [...new Map([...read(SEEN), ...seen])].map(([file, seconds]) => [file, rounded(seconds)]);
  writeFileSync(SEEN, `${JSON.stringify(Object.fromEntries(kept), null, 1)}\n`);
}

/** Seconds that a file is reckoned with which never ran: most of `test/` open projects or start processes. */
export function presumed(file: string): number {
  return file.startsWith("test/") ? 0.7 : 0.2;
}

function read(path: string): Durations {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, number>));
  } catch {
    return new Map();
  }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

if (import.meta.main) {
  const long = [...read(SEEN)].filter(([, seconds]) => seconds >= LONG).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
