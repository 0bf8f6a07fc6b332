import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { homeFolder } from "./home-folder.ts";
import { isFolder } from "./is-folder.ts";

/** What a process was started with, as far as the guess needs it. */
export interface Invocation {
  /** What stands behind the program's name. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly cwd: string;
}

/**
 * The folder that a first `loci index` seems to be about: the data folder holds no project yet, so all of it will be read. Null for anything else.
 * A guess from a glance at the arguments, for what may be started before the program that reads them properly is loaded: nothing may depend on it.
 *
 * @example firstFolder({ argv: ["index", "notes", "--scope", "kb"], … }) // "/home/me/notes"
 */
export function firstFolder({ argv, environment, userHome, cwd }: Invocation): string | null {
  if (argv[0] !== "index") return null;
  const at = argv.indexOf("--home");
  const named = argv.find((one) => one.startsWith("--home="))?.slice("--home=".length) ?? (at < 0 ? undefined : argv[at + 1]) ?? environment["LOCI_HOME"] ?? "";
  if (existsSync(join(homeFolder(named, { userHome, cwd }), "projects"))) return null;
  const folder = argv.find((one, i) => i > 0 && argv[i - 1] !== "--home" && !one.startsWith("-") && isFolder(resolve(cwd, one)));
  return folder === undefined ? null : resolve(cwd, folder);
}
