import { type Caller, LociError, parseCaller } from "../../index.ts";
import { homeFolder } from "./home-folder.ts";
import type { CliIo } from "./io.ts";

/** Flags that every command has, as commander gives them. */
export interface RawGlobalOptions {
  readonly project?: string;
  readonly home?: string;
  readonly json?: boolean;
  readonly as?: string;
  readonly set?: readonly string[];
}

/** The same, read. */
export interface GlobalOptions {
  /** Null: the project that the current folder belongs to. */
  readonly project: string | null;
  /** Absolute. */
  readonly home: string;
  readonly json: boolean;
  readonly caller: Caller;
  /** `section.field=value`. */
  readonly set: readonly string[];
}

/** Flags over variables over defaults. @throws LociError `CALLER_INVALID`, `USAGE` for a home that is empty */
export function readGlobalOptions(raw: RawGlobalOptions, io: CliIo): GlobalOptions {
  // Somebody named a folder and got none, as from a variable that isn't set: the usual one would be a surprise.
  if (raw.home === "") throw new LociError("USAGE", "--home is empty", { hint: "give a folder, or leave it out for ~/.loci" });
  const named = raw.home ?? io.environment["LOCI_HOME"] ?? "";
  const project = raw.project ?? io.environment["LOCI_PROJECT"] ?? "";
  return {
    // An empty --project is passed on, to be refused; an empty variable counts as absent.
    project: raw.project === undefined && project === "" ? null : project,
    home: homeFolder(named, io),
    json: raw.json === true,
    caller: parseCaller(raw.as ?? "owner"),
    set: raw.set ?? [],
  };
}
