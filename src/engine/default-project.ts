import { ownProjectName } from "./own-project-name.ts";
import { projectNameFrom } from "./project-name.ts";

/** The project of folders that belong to none. */
export const FALLBACK_PROJECT = "default";

/**
 * The project that a folder belongs to, the one rule for every surface: the own name of the git repository or package around it,
 * else `default`.
 *
 * @param folder absolute
 * @param userHome the user's home folder: neither it nor anything above makes a project
 * @example defaultProject("/home/me/code/driftwood/docs", "/home/me") // "driftwood"
 */
export function defaultProject(folder: string, userHome: string): string {
  const name = ownProjectName(folder, userHome);
  return (name === null ? null : projectNameFrom(name)) ?? FALLBACK_PROJECT;
}
