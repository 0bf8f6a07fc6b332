import type { ModelIdentity } from "./port.ts";

/**
 * A model identity as one line, for storing and comparing.
 *
 * @example identityKey(provider.identity) // "static:loci-static:256:unit:1"
 */
export function identityKey(identity: ModelIdentity): string {
  return [
    identity.provider,
    identity.model,
    identity.dimension,
    identity.normalised ? "unit" : "raw",
    identity.version,
  ].join(":");
}
