import type { ConfigValue, KeyDefinition } from "./key-definition.ts";

/**
 * What a key accepts, in words.
 *
 * @example describeAllowed(CONFIG_KEYS.chunking.overlap_lines) // "a whole number from 0 to 50 (lines)"
 */
export function describeAllowed(definition: KeyDefinition): string {
  switch (definition.type) {
    case "string":
      if (definition.form === "scope") return "kb, admin, user:<id> or empty";
      if (definition.form === "name") return "a name with letters or digits (no mere date), or empty";
      if (definition.form === "address") return "an address or a name of this machine";
      return definition.choices === undefined ? "a string" : `one of ${definition.choices.join(", ")}`;
    case "boolean":
      return "true or false";
    case "integer":
    case "number": {
      const kind = definition.type === "integer" ? "a whole number" : "a number";
      const unit = definition.unit === undefined ? "" : ` (${definition.unit})`;
      return `${kind} from ${definition.min} to ${definition.max}${unit}`;
    }
    case "strings":
      return definition.insideTree === true
        ? "a list of patterns that stay inside the tree"
        : definition.absolute === true
          ? "a list of absolute paths"
          : "a list of strings";
    case "lists":
      return "a table of lists of strings, each under a name (no mere date)";
  }
}

/** A value as it may be shown: a secret that is set becomes `********`, whatever its length. */
export function shownValue(definition: KeyDefinition, value: ConfigValue): ConfigValue {
  return definition.secret === true && value !== "" ? "********" : value;
}
