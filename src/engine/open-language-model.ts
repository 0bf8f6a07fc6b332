import type { System } from "../app/opened-project.ts";
import type { Settings } from "../config/configuration.ts";
import { modelError } from "../llm/fault.ts";
import type { LanguageModel } from "../llm/port.ts";
import { spendRules } from "../app/ask/spend-rules.ts";
import { governed } from "../llm/spend.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { Engines } from "./engines.ts";
import { projectDays } from "../app/project-days.ts";

/** What a language model is opened with. */
export interface LanguageModelParts {
  readonly settings: Settings;
  readonly system: System;
  readonly engines: Pick<Engines, "openLanguageModel">;
  readonly catalog: Pick<Catalog, "spend">;
}

/**
 * The language model of the settings, its spending counted; null where none is configured.
 *
 * @throws LociError `MODEL_UNAVAILABLE` without a key, `CONFIG_INVALID`
 */
export async function openLanguageModel({
  settings,
  system,
  engines,
  catalog,
}: LanguageModelParts): Promise<LanguageModel | null> {
  const model = await engines.openLanguageModel(settings, system.environment);
  if (model === null) return null;
  const days = projectDays({ settings, system });
  return governed(model, {
    store: catalog.spend,
    rules: spendRules(settings),
    today: () => days.day(system.clock()),
    newId: system.newId,
  });
}

/** What is said where something needs a language model and there is none. */
export function noLanguageModel(): Error {
  return modelError("not_configured", { provider: "", model: "" });
}
