import { LociError } from "../../model/error.ts";
import { parseScope } from "../../model/scope.ts";
import type { SourceOptions } from "../../model/source.ts";
import { globFault } from "../../text/glob-fault.ts";
import { slug } from "../../text/slug.ts";
import type { IndexPathsOptions } from "./index-paths-options.ts";

/**
 * Checks the options of a source when they are given. Stored options are not checked again, so that an old mistake can't stop a run over all sources.
 *
 * @throws LociError `SCOPE_INVALID`, `USAGE` for a pattern that is none, or a name without letters and digits
 */
export function sourceOptions({ scope, wing, room, include, exclude }: IndexPathsOptions): Partial<SourceOptions> {
  return {
    ...(scope !== undefined && { scope: parseScope(scope) }),
    ...(wing !== undefined && { wing: named("wing", wing) }),
    ...(room !== undefined && { room: named("room", room) }),
    ...(include !== undefined && { include: patterns("include", include) }),
    ...(exclude !== undefined && { exclude: patterns("exclude", exclude) }),
  };
}

function patterns(what: string, globs: readonly string[]): readonly string[] {
  for (const pattern of globs) {
    const fault = globFault(pattern);
    if (fault !== null)
      throw new LociError("USAGE", `'${pattern.slice(0, 80)}' is no pattern to ${what}: ${fault}`, {
        hint: "patterns are written as in .gitignore, such as 'notes/**' or '*.{ts,js}'",
      });
  }
  return globs;
}

function named(what: string, text: string): string {
  const name = slug(text);
  if (name === "")
    throw new LociError("USAGE", `'${text.slice(0, 80)}' can't name a ${what}`, { hint: "use letters and digits" });
  return name;
}
