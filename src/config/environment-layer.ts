import { checkValue } from "./check-value.ts";
import { findKey } from "./find-key.ts";
import type { Layer, LayerValue } from "./layer.ts";
import { parseText } from "./parse-text.ts";

/** Variables with a meaning of their own, which are no settings. */
const RESERVED: ReadonlySet<string> = new Set(["LOCI_HOME", "LOCI_PROJECT"]);

/**
 * The settings among the variables: `LOCI_SECTION_FIELD`, split at the first underscore after the prefix. An empty
 * variable counts as absent, as shells have no other way to say so.
 *
 * @throws LociError `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID`, naming the variable.
 * @example environmentLayer({ LOCI_CHUNKING_MAX_CHUNK_SIZE: "900" }) // chunking.max_chunk_size = 900
 */
export function environmentLayer(environment: Readonly<Record<string, string | undefined>>): Layer {
  const values = new Map<string, LayerValue>();
  for (const variable of Object.keys(environment).sort()) {
    const text = environment[variable];
    if (!variable.startsWith("LOCI_") || RESERVED.has(variable) || text === undefined || text === "") continue;
    const details = { variable, layer: "environment" };
    const found = findKey(keyOfVariable(variable), variable, details);
    values.set(found.key, { value: checkValue(found, parseText(found.definition, text), { text: variable, details }), where: variable });
  }
  return { name: "environment", values };
}

function keyOfVariable(variable: string): string {
  const name = variable.slice("LOCI_".length).toLowerCase();
  const split = name.indexOf("_");
  return split < 0 ? name : `${name.slice(0, split)}.${name.slice(split + 1)}`;
}
