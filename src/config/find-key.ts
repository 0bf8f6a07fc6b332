import { example, type NextStep, step } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { KeyDefinition } from "./key-definition.ts";
import { CONFIG_KEYS } from "./keys.ts";
import { nearestName } from "../model/nearest-name.ts";

const TABLE: Readonly<Record<string, Readonly<Record<string, KeyDefinition>>>> = CONFIG_KEYS;

/** A key with its definition. */
export interface FoundKey {
  /** `section.field`. */
  readonly key: string;
  readonly section: string;
  readonly field: string;
  readonly definition: KeyDefinition;
}

/** All keys, by section and field as the table has them. */
export function allKeys(): readonly FoundKey[] {
  return Object.entries(TABLE).flatMap(([section, fields]) =>
    Object.entries(fields).map(([field, definition]) => ({ key: `${section}.${field}`, section, field, definition })),
  );
}

/** Whether there is a section of that name. */
export function isSection(name: string): boolean {
  return Object.hasOwn(TABLE, name);
}

/**
 * The key by that name.
 *
 * @param where where the name was read, for the message: `config.toml:3`, `LOCI_X_Y`, `--set`; empty when the user just typed it.
 * @throws LociError `CONFIG_UNKNOWN_KEY` with the nearest name as suggestion.
 */
export function findKey(name: string, where = "", details: Readonly<Record<string, unknown>> = {}): FoundKey {
  const dot = name.indexOf(".");
  const section = dot < 0 ? name : name.slice(0, dot);
  const field = dot < 0 ? "" : name.slice(dot + 1);
  const fields = Object.hasOwn(TABLE, section) ? TABLE[section] : undefined;
  const definition = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (definition !== undefined) return { key: name, section, field, definition };

  const shown = name.slice(0, 80);
  const suggestion = nearestName(
    name,
    allKeys().map((known) => known.key),
  );
  throw new LociError("CONFIG_UNKNOWN_KEY", `there is no setting '${shown}'${where === "" ? "" : ` (${where})`}`, {
    hint: suggestion === null ? hintFor(section, fields) : `did you mean ${suggestion}?`,
    details: { key: shown, ...(suggestion === null ? {} : { suggestion }), ...details },
  });
}

function hintFor(section: string, fields: Readonly<Record<string, KeyDefinition>> | undefined): string | NextStep {
  const near = fields === undefined ? nearestName(section, Object.keys(TABLE)) : null;
  if (near !== null) return `did you mean [${near}]?`;
  return fields === undefined
    ? step`sections are ${Object.keys(TABLE).join(", ")}; ${example("config list")} shows every key`
    : `[${section}] has ${Object.keys(fields).join(", ")}`;
}
