import type { AccessKind } from "../model/access.ts";

/**
 * How much an access of each kind counts for activation: a drawer that was merely listed counts less than one that was opened or
 * cited. 0.05: more of it lowers first-time recall and gains nothing (evals/activation/report.md). Without effect while
 * `recall.activation_weight` is 0, the default.
 */
export const ACCESS_WEIGHT: Readonly<Record<AccessKind, number>> = { shown: 0.05, expanded: 1, cited: 1 };
