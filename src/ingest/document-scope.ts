import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { option, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import { isScope, parseScope, type Scope } from "../model/scope.ts";
import type { DocumentMetadata } from "../model/section.ts";
import type { IngestSettings } from "./fingerprint.ts";
import { isInside } from "./source-key.ts";
import type { Source } from "../model/source.ts";

/** The scope that a source was given, and what a document's own front matter may make of it. */
export interface ScopeRule {
  /** Null: every document must name its own. */
  readonly given: Scope | null;
  /**
   * `fixed`: nothing, for what a user handed over: who may see it follows from his token alone.
   * `narrow`: fewer may see it than the source says. `any`: it may also be shown to more .
   */
  readonly frontMatter: "fixed" | "narrow" | "any";
}

/** The scope of one document, and whether its front matter asked for one that it didn't get. */
export interface DocumentScope {
  readonly scope: Scope;
  readonly ignored: boolean;
}

/**
 * The scope of one document: its source's, narrowed by its front matter where the rule allows it. There is no default.
 *
 * @throws LociError `SCOPE_INVALID` when the front matter names no scope, `SOURCE_SCOPE_REQUIRED` when nobody does
 * @example documentScope({ scope: "kb" }, { given: "user:42", frontMatter: "fixed" }) // { scope: "user:42", ignored: true }
 */
export function documentScope(metadata: DocumentMetadata, { given, frontMatter }: ScopeRule): DocumentScope {
  if (metadata.scope === undefined) {
    if (given !== null) return { scope: given, ignored: false };
    throw new LociError("SOURCE_SCOPE_REQUIRED", "nothing says who may see this document", {
      hint: step`give ${option("scope")} kb, admin or user:<id>, set ingest.scope, or write 'scope:' into its front matter`,
    });
  }
  if (given !== null && frontMatter === "fixed") return { scope: given, ignored: metadata.scope !== given };
  const asked = isScope(metadata.scope) ? metadata.scope : parseScope(metadata.scope);
  if (given === null || frontMatter === "any" || isWithin(asked, given)) return { scope: asked, ignored: false };
  return { scope: given, ignored: true };
}

/** Whether everyone who sees `inner` sees `outer` too. The owner sees all, a user `kb` and his own. */
function isWithin(inner: Scope, outer: Scope): boolean {
  return inner === outer || outer === "kb" || inner === "admin";
}

/** The scope of a source's documents, and what their front matter may make of it. */
export function scopeRule(
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  { settings, ownFolder }: { readonly settings: IngestSettings; readonly ownFolder: string | null },
): ScopeRule {
  const given = options.scope ?? settings.scope;
  const uploaded = kind === "file" && ownFolder !== null && isInside(realFolder(root), ownFolder);
  if (uploaded) return { given, frontMatter: given?.startsWith("user:") === true ? "fixed" : "narrow" };
  return { given, frontMatter: settings.widenScope ? "any" : "narrow" };
}

/** The folder of a file without symlinks; as it is spelled when it is gone. */
function realFolder(file: string): string {
  try {
    return realpathSync(dirname(file)) + "/";
  } catch {
    return dirname(file) + "/";
  }
}
