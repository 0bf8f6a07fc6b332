import { LociError } from "../../index.ts";

/** What the system said when a named file could not be opened or read, as an error of ours; anything else as it is. */
export function inputError(thrown: unknown, name: string): unknown {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") return new LociError("PATH_NOT_FOUND", `there is no '${name}'`, { hint: "check the spelling", cause: thrown });
  if (code === "EACCES" || code === "EPERM" || code === "EISDIR") {
    return new LociError("PATH_UNREADABLE", `'${name}' can't be read (${code})`, { hint: "name a file that you may read", cause: thrown });
  }
  return thrown;
}
