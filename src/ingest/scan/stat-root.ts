import { operation, step } from "../../model/next-step.ts";
import { type Stats, statSync } from "node:fs";
import { LociError } from "../../model/error.ts";
import { systemHint } from "../../model/write-fault.ts";

/** What is at the root of a source, one that is to be added or one that is known. @throws LociError `PATH_NOT_FOUND`, `PATH_UNREADABLE` */
export function statRoot(path: string): Stats {
  try {
    return statSync(path);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new LociError("PATH_NOT_FOUND", `there is no '${path}'`, {
        hint: step`check the spelling; a source that is gone is removed by ${operation("sources rm")}`,
        details: { path },
      });
    throw new LociError("PATH_UNREADABLE", `'${path}' can't be read (${code ?? "unknown"})`, {
      hint: systemHint(thrown) ?? "check its permissions",
      details: { path },
      cause: thrown,
    });
  }
}
