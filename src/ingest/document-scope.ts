import { LociError } from "../model/error.ts";
import { parseScope, type Scope } from "../model/scope.ts";
import type { DocumentMetadata } from "../model/section.ts";

/**
 * The scope of one document: its front matter, else its source's. There is no default.
 *
 * @throws LociError `SCOPE_INVALID` when the front matter names no scope, `SOURCE_SCOPE_REQUIRED` when nobody does
 */
export function documentScope(metadata: DocumentMetadata, scope: Scope | null): Scope {
  if (metadata.scope !== undefined) return parseScope(metadata.scope);
  if (scope !== null) return scope;
  throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this document", {
    hint: "give --scope kb, admin or user:<id>, set ingest.scope, or write 'scope:' into its front matter",
  });
}
