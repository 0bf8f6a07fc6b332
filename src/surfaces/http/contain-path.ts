import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { LociError } from "../../index.ts";

/**
 * The real path of something inside the configured roots. Links are followed first, so that none leads out.
 *
 * @param roots absolute, links resolved
 * @throws LociError `USAGE` for a relative path, `FORBIDDEN` for one outside, hidden or inside Loci's own folder (whether or not it
 *   is there), `PATH_NOT_FOUND`
 */
export function containPath(path: string, roots: readonly string[], ownFolder: string): string {
  if (!isAbsolute(path) || path.includes("\0"))
    throw new LociError("USAGE", "a path must be absolute", { hint: "give it from the root of the file system" });
  const outside = new LociError("FORBIDDEN", "that path is outside of the folders that this service may read", {
    hint: "start it with --root FOLDER, or set server.roots",
  });
  let real: string;
  try {
    real = realpathSync(path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    // A path outside doesn't reveal whether it exists.
    if (!roots.some((root) => isInside(path, root))) throw outside;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new LociError("PATH_NOT_FOUND", "that path is not there", { hint: "check the spelling" });
    throw new LociError("PATH_UNREADABLE", `that path can't be read (${code ?? "unknown"})`, {
      hint: "check its permissions",
    });
  }
  const root = roots.find((one) => isInside(real, one));
  if (root === undefined || isInside(real, ownFolder)) throw outside;
  const hidden = relative(root, real)
    .split(sep)
    .some((part) => part.startsWith("."));
  if (hidden)
    throw new LociError("FORBIDDEN", "hidden files and folders are not shown", { hint: "name what is inside of none" });
  return real;
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && !isAbsolute(way));
}
