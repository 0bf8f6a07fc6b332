import { statSync } from "node:fs";
import { LociError } from "../../model/error.ts";

/** Whether a path is a file rather than a folder. @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` */
export function isSingleFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, { hint: "check the spelling", details: { path } });
    throw new LociError("PATH_UNREADABLE", `'${path}' can't be read (${code ?? "unknown"})`, { hint: "check its permissions", details: { path }, cause: thrown });
  }
}
