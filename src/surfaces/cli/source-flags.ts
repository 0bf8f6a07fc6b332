import type { Command } from "commander";
import type { IndexPathsOptions } from "../../index.ts";
import { collect } from "./build-program.ts";

/** The flags that say how a source is read, as commander gives them. */
export interface SourceFlags {
  readonly scope?: string;
  readonly wing?: string;
  readonly room?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Adds them to a command. */
export function addSourceFlags(command: Command): void {
  command
    .option("--scope <scope>", "who may see it: kb (everyone who may use the project), admin (only you), user:<id>")
    .option("--wing <wing>", "whose or which it is: a person, project or subject")
    .option("--room <room>", "the named concept that it belongs to");
}

/** Adds the patterns too, for what is a folder of files. */
export function addPatternFlags(command: Command): void {
  command
    .option(
      "--include <glob>",
      "a pattern with an ending that isn't read by default adds files ('**/*.ts'); any other keeps only what matches ('notes/**'); may be given more than once",
      collect,
    )
    .option(
      "--exclude <glob>",
      "files to leave out, beside .gitignore and .lociignore; may be given more than once",
      collect,
    );
}

/** What was said, as the library takes it. */
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
