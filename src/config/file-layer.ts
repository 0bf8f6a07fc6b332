import { LociError } from "../model/error.ts";
import { checkValue } from "./check-value.ts";
import { findKey, isSection } from "./find-key.ts";
import { parseToml } from "./parse-toml.ts";
import { tomlEntries } from "./toml-entries.ts";
import type { LayerName } from "./configuration.ts";
import type { ConfigValue } from "./key-definition.ts";

/**
 * The values of a configuration file.
 *
 * @throws LociError `CONFIG_UNKNOWN_KEY` and `CONFIG_INVALID`, both with `details: { file, line, layer, key }`.
 */
export async function fileLayer(name: "home" | "tree", file: string, text: string): Promise<Layer> {
  const values = new Map<string, LayerValue>();
  const places = tomlEntries(text);
  const lineOf = (...path: readonly string[]): number => {
    const exact = places.find((entry) => path.every((part, index) => entry.path[index] === part));
    const section = places.find((entry) => entry.path[0] === path[0]);
    return (exact ?? section)?.line ?? 1;
  };

  for (const [section, fields] of Object.entries(await parseToml(text, file))) {
    const line = lineOf(section);
    const details = { file, line, layer: name };
    if (!isSection(section)) findKey(section, `${file}:${line}`, details);
    if (!isTable(fields)) {
      const message = `${section} must be a table, [${section}] (${file}:${line})`;
      throw new LociError("CONFIG_INVALID", message, {
        hint: "change it there",
        details: { key: section, ...details },
      });
    }
    for (const [field, raw] of Object.entries(fields)) {
      const line = lineOf(section, field);
      const details = { file, line, layer: name };
      const found = findKey(`${section}.${field}`, `${file}:${line}`, details);
      values.set(found.key, {
        value: checkValue(found, raw, { text: `${file}:${line}`, details }),
        where: `${file}:${line}`,
      });
    }
  }
  return { name, values };
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** A value as a layer has it. */
export interface LayerValue {
  readonly value: ConfigValue;
  /** `file:line`, the variable's name, the flag; empty for a default. */
  readonly where: string;
}

/** The values of one layer, checked. */
export interface Layer {
  readonly name: LayerName;
  readonly values: ReadonlyMap<string, LayerValue>;
}
