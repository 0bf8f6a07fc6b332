import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { publicApi } from "./public-api.ts";

/** Of Node, as bin/loci.js starts what runs long: with these, and with glibc told to give memory back. */
export const FRUGAL = ["--max-semi-space-size=4", "--heap-growing-percent=80", "--no-allocation-site-pretenuring"];

/** How a measuring program runs. */
export interface Run {
  readonly args: readonly string[];
  /** Of Node. */
  readonly flags?: readonly string[];
  /** What it reads from standard input. */
  readonly input?: unknown;
  /** The file of the public API of another build; this one's where left out. */
  readonly api?: string;
}

/**
 * Runs a program of this folder as a process of its own, over the built package, and reads the JSON that it prints. Its types are taken out before: what
 * Node takes those out with is 35 MB, which no user's program carries, and which the program's memory would be given with.
 *
 * @param script imports nothing but Node's modules and types; `--api` is the file of the public API
 */
export function runMeasure<T>(script: string, { args, flags = [], input = null, api = publicApi() }: Run): T {
  const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, script), "utf8"));
  const command = [
    ...flags,
    "--disable-warning=ExperimentalWarning",
    "--input-type=module",
    "--eval",
    code,
    "--",
    "--api",
    api,
    ...args,
  ];
  return JSON.parse(
    execFileSync(process.execPath, command, {
      encoding: "utf8",
      env: { ...(flags === FRUGAL && { MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "2" }), ...process.env },
      input: JSON.stringify(input),
      maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "inherit"],
    }),
  ) as T;
}
