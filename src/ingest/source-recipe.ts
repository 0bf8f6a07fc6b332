import { dirname } from "node:path";
import type { Source } from "../model/source.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { recipe } from "./recipe.ts";

/** By what a source's drawers are made. */
export interface SourceRecipe {
  /** See `Source.recipe`. */
  readonly recipe: string;
  /** See `PlacingInput`. */
  readonly project: string | null;
}

/** The recipe that is in force for a source. @param model identity of the embedding model; null for none */
export function sourceRecipe({ kind, root, options }: Pick<Source, "kind" | "root" | "options">, { settings, projectOf }: Pick<IngestDependencies, "settings" | "projectOf">, model: string | null): SourceRecipe {
  const project = kind === "chat" || kind === "hand" ? null : projectOf(kind === "folder" ? root : dirname(root));
  return { recipe: recipe({ ...options, scope: options.scope ?? settings.scope }, settings, project, model), project };
}
