import { example, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import { fileLayer } from "./file-layer.ts";
import { findTreeFile } from "./find-tree-file.ts";
import { readConfigFile } from "./read-config-file.ts";
import { recordTrust } from "./trust.ts";

/** What is trusted now. */
export interface TrustedTreeFile {
  readonly path: string;
  /** Every key that the file sets, sorted: what the user agreed to. */
  readonly keys: readonly string[];
}

/**
 * Trusts the `.loci.toml` in force for a folder, with its present content. A later change makes it untrusted again.
 *
 * @throws LociError `PATH_NOT_FOUND` when there is none; `CONFIG_…` when it can't be read: nothing wrong is trusted.
 */
export async function trustTreeFile(home: string, folder: string): Promise<TrustedTreeFile> {
  const path = await findTreeFile(folder);
  const text = path === null ? null : await readConfigFile(path);
  if (path === null || text === null) {
    throw new LociError("PATH_NOT_FOUND", `there is no .loci.toml in ${folder} or above it`, {
      hint: step`${example("config set", "--local KEY VALUE")} makes one`,
      details: { folder },
    });
  }
  const layer = await fileLayer("tree", path, text);
  await recordTrust(home, path, text);
  return { path, keys: [...layer.values.keys()].sort() };
}
