import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import type { ScopeRule } from "./document-scope.ts";
import { isInside } from "./source-key.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** By what a source's drawers are made. */
export interface SourceFingerprint {
  /** See `Source.recipe`. */
  readonly fingerprint: string;
  /** See `PlacingInput`. */
  readonly project: string | null;
}

/** The fingerprint that is in force for a source. @param model identity of the embedding model; null for none */
export function sourceFingerprint(
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  { settings, projectOf }: Pick<IngestDependencies, "settings" | "projectOf">,
  model: string | null,
): SourceFingerprint {
  const project = kind === "chat" || kind === "hand" ? null : projectOf(kind === "folder" ? root : dirname(root));
  return {
    fingerprint: fingerprintOf({ ...options, scope: options.scope ?? settings.scope }, settings, project, model),
    project,
  };
}

/** The scope of a source's documents, and what their front matter may make of it. */
export function scopeRule(
  { kind, root, options }: Pick<Source, "kind" | "root" | "options">,
  { settings, ownFolder }: Pick<IngestDependencies, "settings" | "ownFolder">,
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
