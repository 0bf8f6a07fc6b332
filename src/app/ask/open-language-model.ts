import type { System } from "../opened-project.ts";
import type { Settings } from "../../config/configuration.ts";
import { modelError } from "../../llm/fault.ts";
import type { LanguageModel } from "../../llm/port.ts";
import { governed, type SpendRules } from "../../llm/spend.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import type { Engines } from "../engines.ts";
import { projectDays } from "../project-days.ts";

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

/** What others than the owner may use of the day's tokens, all together: the rest is his, whatever they ask. */
const OTHERS_SHARE = 0.5;

/** The limits of the settings. */
export function spendRules({ llm }: Settings): SpendRules {
  const orNone = (limit: number): number | null => (limit === 0 ? null : limit);
  return {
    limits: {
      dayTokens: orNone(llm.daily_token_limit),
      dayMicros: orNone(llm.daily_cost_limit * 1_000_000),
      jobTokens: orNone(llm.job_token_limit),
      othersTokens: llm.daily_token_limit === 0 ? null : Math.floor(llm.daily_token_limit * OTHERS_SHARE),
    },
    tokensOf: (caller) =>
      caller === "owner" ? null : caller === "public" ? llm.public_token_limit : llm.user_token_limit,
    inputPrice: llm.input_price,
    outputPrice: llm.output_price,
  };
}
