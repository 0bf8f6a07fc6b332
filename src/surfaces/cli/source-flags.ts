import type { Command } from "commander";
import { type IndexPathsOptions, type Job, LociError, parseScope, type Scope } from "../../index.ts";
import { INDEX, pick, type ValuesOf } from "../../model/requests/index.ts";
import { addFlags } from "./request-flags.ts";
import type { Session } from "./session.ts";
import { createInterface } from "node:readline/promises";
import type { CliIo } from "./io.ts";
import { oneLine } from "./output/style.ts";

/** The flags that say how a source is read, as commander gives them. */
export type SourceFlags = ValuesOf<Pick<typeof INDEX, "scope" | "wing" | "room" | "include" | "exclude">>;

/** Adds them to a command. */
export function addSourceFlags(command: Command): void {
  addFlags(command, pick(INDEX, ["scope", "wing", "room"]));
}

/** Adds the patterns too, for what is a folder of files. */
export function addPatternFlags(command: Command): void {
  addFlags(command, pick(INDEX, ["include", "exclude"]));
}

/** The flags as options of the library. */
export function sourceOptions({ scope, wing, room, include, exclude }: SourceFlags, cwd: string): IndexPathsOptions {
  return {
    cwd,
    ...(scope !== undefined && { scope }),
    ...(wing !== undefined && { wing }),
    ...(room !== undefined && { room }),
    ...(include !== undefined && { include }),
    ...(exclude !== undefined && { exclude }),
  };
}

/**
 * Indexes paths. Where no scope is given, asks for one and tries again, but only for a single path on a terminal, where a question is
 * kinder than an error.
 *
 * @param index gets the chosen scope, over the given options
 * @throws as `index`, and what asking throws
 */
export async function withAskedScope(
  session: Session,
  paths: readonly string[],
  index: (chosen: { readonly scope?: string }) => Promise<Job>,
): Promise<Job> {
  const { io } = session;
  const [path] = paths;
  try {
    return await index({});
  } catch (thrown) {
    const canAsk =
      paths.length === 1 && path !== undefined && io.input.isTTY === true && io.err.isTTY && !session.options().json;
    if (!(thrown instanceof LociError) || thrown.code !== "SOURCE_SCOPE_REQUIRED" || !canAsk) throw thrown;
    return await index({ scope: await askScope(path, io) });
  }
}

/**
 * Asks on the terminal who may see a path. Enter alone takes nothing: there is no silent default.
 *
 * @throws LociError `SOURCE_SCOPE_REQUIRED` when nothing is answered, `SCOPE_INVALID`, `CANCELLED`
 */
async function askScope(path: string, { input, signal }: CliIo): Promise<Scope> {
  const terminal = createInterface({ input, output: process.stderr });
  try {
    const answer = await terminal.question(
      `Who may see ${oneLine(path)}?\n  kb         everyone who may use the project\n  admin      only you\n  user:<id>  that user and you\nscope: `,
      { signal },
    );
    if (answer.trim() !== "") return parseScope(answer.trim());
    throw new LociError("SOURCE_SCOPE_REQUIRED", `nothing says who may see '${path}'`, {
      hint: "give --scope kb, --scope admin or --scope user:<id>",
    });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "AbortError")
      throw new LociError("CANCELLED", "cancelled", { cause: thrown });
    throw thrown;
  } finally {
    terminal.close();
  }
}
