import type { Settings } from "../config/settings.ts";
import { DEFAULT_RECALL, type RecallSettings } from "../retrieval/settings.ts";

/** How recall is set: the constants that evaluation chose, with what the configuration says over them. */
export function recallSettings({ recall }: Settings): RecallSettings {
  return {
    ...DEFAULT_RECALL,
    mode: recall.mode,
    fusion: recall.fusion,
    expansion: recall.expansion,
    pool: recall.pool,
    activationWeight: recall.activation_weight,
    coveredThreshold: recall.covered_threshold,
  };
}
