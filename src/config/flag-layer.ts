import { LociError } from "../model/error.ts";
import { checkValue } from "./check-value.ts";
import { findKey } from "./find-key.ts";
import type { Layer, LayerValue } from "./layer.ts";
import { parseText } from "./parse-text.ts";

/**
 * The settings of `--set section.field=value`; a later one wins.
 *
 * @throws LociError `USAGE` without `=`, else `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID`.
 */
export function flagLayer(assignments: readonly string[]): Layer {
  const values = new Map<string, LayerValue>();
  for (const assignment of assignments) {
    const equals = assignment.indexOf("=");
    if (equals < 0) {
      throw new LociError("USAGE", `--set wants KEY=VALUE, not '${assignment.slice(0, 80)}'`, { hint: "for example --set recall.limit=5" });
    }
    const details = { layer: "flag" };
    const found = findKey(assignment.slice(0, equals).trim(), "--set", details);
    const raw = parseText(found.definition, assignment.slice(equals + 1));
    values.set(found.key, { value: checkValue(found, raw, { text: "--set", details }), where: "--set" });
  }
  return { name: "flag", values };
}
