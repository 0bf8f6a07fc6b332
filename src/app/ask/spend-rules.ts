import type { Settings } from "../../config/configuration.ts";
import type { SpendRules } from "../../llm/spend.ts";

/** The limits of the settings. */
export function spendRules({ llm }: Settings): SpendRules {
  const orNone = (limit: number): number | null => (limit === 0 ? null : limit);
  return {
    limits: {
      dayTokens: orNone(llm.daily_token_limit),
      dayMicros: orNone(llm.daily_cost_limit * 1_000_000),
      jobTokens: orNone(llm.job_token_limit),
    },
    inputPrice: llm.input_price,
    outputPrice: llm.output_price,
  };
}
