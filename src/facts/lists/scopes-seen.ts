import type { Scope } from "../../model/scope.ts";

/** The scope that everyone of the project sees. */
const SHARED: Scope = "kb";

/**
 * The scopes whose lists are seen from a scope, nearest first: where a topic has a list in more than one, the first
 * holds.
 */
export function scopesSeen(scope: Scope): readonly Scope[] {
  return scope === SHARED ? [SHARED] : [scope, SHARED];
}
