import { type Caller, parseCaller } from "../../index.ts";
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

/** Flags over variables over defaults. @throws LociError `CALLER_INVALID` */
export function readGlobalOptions(raw: RawGlobalOptions, io: CliIo): GlobalOptions {
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
