import { LociError } from "../model/error.ts";
import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { unscopedDocument } from "./unscoped-document.ts";

/**
 * Sees to it that every source has a scope, or that each of its documents says its own.
 *
 * @throws LociError `SOURCE_SCOPE_REQUIRED`, and as `scanSource`
 * Cost: nothing for sources with a scope; see `unscopedDocument` for the others.
 */
export async function requireScopes(deps: Pick<IngestDependencies, "settings" | "ownFolder" | "parses" | "parse">, sources: readonly Source[]): Promise<void> {
  for (const source of sources) {
    // A drawer added by hand says its own scope.
    if (source.options.scope !== null || deps.settings.scope !== null || source.kind === "hand") continue;
    const document = source.kind === "chat" ? source.root : await unscopedDocument(deps, source);
    if (document === null) continue;
    throw new LociError("SOURCE_SCOPE_REQUIRED", `nothing says who may see '${source.root}'`, {
      hint: "give --scope kb (everyone who may use the project), --scope admin (only you) or --scope user:<id>",
      details: { source: source.root, document },
    });
  }
}
