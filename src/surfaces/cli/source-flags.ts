import type { Command } from "commander";
import type { IndexPathsOptions } from "../../index.ts";
import { INDEX, pick, type ValuesOf } from "../../model/requests/index.ts";
import { addFlags } from "./request-flags.ts";

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
