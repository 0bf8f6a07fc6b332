import type { ConfigValue, KeyDefinition } from "./key-definition.ts";

/** A value as it may be shown: a secret that is set becomes `********`, whatever its length. */
export function shownValue(definition: KeyDefinition, value: ConfigValue): ConfigValue {
  return definition.secret === true && value !== "" ? "********" : value;
}
