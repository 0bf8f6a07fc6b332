import { isDeepStrictEqual } from "node:util";
import { LociError } from "../model/error.ts";
import { checkValue } from "./check-value.ts";
import { fileLayer } from "./file-layer.ts";
import { findKey, type FoundKey } from "./find-key.ts";
import type { ConfigValue } from "./key-definition.ts";
import { parseText } from "./parse-text.ts";
import { parseToml } from "./parse-toml.ts";
import { readConfigFile } from "./read-config-file.ts";
import { removeFromToml, setInToml } from "./toml-edit.ts";
import { tomlLiteral } from "./toml-literal.ts";
import { variableOfKey } from "./variable-of-key.ts";
import { writeFileAtomically } from "./write-file-atomically.ts";

/** What a change did. */
export interface ChangedSetting {
  readonly key: string;
  readonly file: string;
  /** Null when the key was taken out. */
  readonly value: ConfigValue | null;
  readonly changed: boolean;
}

/**
 * Sets a key in a TOML file, or takes it out (`text: null`), keeping every other byte. The file is made when it's missing.
 *
 * @param text the value as typed: see `parseText`.
 * @throws LociError `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID` (also for a secret, which Loci never writes, and for a layout
 *   that can't be edited in place), `CONFIG_UNREADABLE`, `STORAGE_FAILED`.
 */
export async function changeSetting(file: string, key: string, text: string | null): Promise<ChangedSetting> {
  const found = findKey(key);
  if (found.definition.secret === true && text !== null) throw refuseSecret(found);
  const value = text === null ? null : checkValue(found, parseText(found.definition, text), { text: "the value given" });

  const before = (await readConfigFile(file)) ?? "";
  const layer = file.endsWith("config.toml") ? "home" : "tree";
  const held = (await fileLayer(layer, file, before)).values.has(key);
  const after =
    value === null
      ? removeFromToml(before, found.section, found.field)
      : setInToml(before, found.section, found.field, tomlLiteral(value));
  await verify(before, after, found, value, file);
  const changed = after !== before && (value !== null || held);
  if (changed) await writeFileAtomically(file, after);
  return { key, file, value, changed };
}

function refuseSecret(found: FoundKey): LociError {
  return new LociError("CONFIG_INVALID", `${found.key} is a secret, and Loci writes no secrets to files`, {
    hint: `set the variable ${variableOfKey(found.key)} instead`,
    details: { key: found.key },
  });
}

/** The new text must mean the old one with just this key changed. */
async function verify(before: string, after: string, found: FoundKey, value: ConfigValue | null, file: string): Promise<void> {
  const wanted = await parseToml(before, file);
  const section = { ...(wanted[found.section] as Record<string, unknown> | undefined) };
  if (value === null) delete section[found.field];
  else section[found.field] = value;
  if (value !== null || found.section in wanted) wanted[found.section] = section;

  const got = await parseToml(after, file).catch((error: unknown) => {
    if (error instanceof LociError) return null;
    throw error;
  });
  if (got !== null && isDeepStrictEqual(plain(got), plain(wanted))) return;
  throw new LociError("CONFIG_INVALID", `${found.key} can't be changed in place in ${file}, because of how [${found.section}] is written there`, {
    hint: "change it in an editor",
    details: { key: found.key, file },
  });
}

/** Prototypes don't count (the parser's tables may have none), and an empty table means the same as none. */
function plain(value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(copy).filter(([, fields]) => JSON.stringify(fields) !== "{}"));
}
