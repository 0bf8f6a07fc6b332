import type { Note } from "../model/hit.ts";
import type { ConfigValue, KeyDefinition } from "./key-definition.ts";
import { FIXED_VALUES } from "./fixed-values.ts";
import { CONFIG_KEYS } from "./keys.ts";

/** The five layers, weakest first. `tree` is the `.loci.toml` above the current folder. */
export type LayerName = "default" | "home" | "tree" | "environment" | "flag";

/** One setting in force. */
export interface ConfigEntry {
  /** `section.field`. */
  readonly key: string;
  /** The value itself, also of a secret: mask it with `shownValue` before showing. */
  readonly value: ConfigValue;
  readonly layer: LayerName;
  /** `file:line`, the variable's name, the flag; empty for a default. */
  readonly where: string;
  readonly definition: KeyDefinition;
}

/** The `.loci.toml` in force. */
export interface TreeFile {
  readonly path: string;
  readonly trusted: boolean;
  /** Keys that wait for trust, sorted. Empty once trusted. */
  readonly ignored: readonly string[];
}

/** Which setting is in force, and where it comes from. */
export interface Configuration {
  readonly settings: Settings;
  /** Every key, in the table's order. */
  readonly entries: readonly ConfigEntry[];
  /** The home's `config.toml`, whether or not it exists. */
  readonly homeFile: string;
  readonly homeFileExists: boolean;
  readonly tree: TreeFile | null;
  readonly notes: readonly Note[];
}

type Keys = typeof CONFIG_KEYS;

type Widened<T> = T extends boolean ? boolean : T extends number ? number : T;
type Fixed = {
  readonly [Section in keyof typeof FIXED_VALUES]: {
    readonly [Field in keyof (typeof FIXED_VALUES)[Section]]: Widened<(typeof FIXED_VALUES)[Section][Field]>;
  };
};

type ValueOf<D> = D extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : D extends { readonly type: "string" }
    ? string
    : D extends { readonly type: "boolean" }
      ? boolean
      : D extends { readonly type: "integer" | "number" }
        ? number
        : D extends { readonly type: "strings" }
          ? readonly string[]
          : Readonly<Record<string, readonly string[]>>;

/**
 * Every setting in force, typed from the table of keys, and the values beside it that no layer sets.
 *
 * @example settings.chunking.max_chunk_size // 1500
 */
export type Settings = {
  readonly [Section in keyof Keys]: {
    readonly [Field in keyof Keys[Section]]: ValueOf<Keys[Section][Field]>;
  } & (Section extends keyof Fixed ? Fixed[Section] : unknown);
};

/** Some settings, by section and field; the rest are the defaults. */
export type PartialSettings = { readonly [Section in keyof Settings]?: Partial<Settings[Section]> };

/**
 * Defaults with what was given laid over them.
 *
 * @example settingsInForce({ chunking: { max_chunk_size: 800 } })
 */
export function settingsInForce(given: PartialSettings = {}): Settings {
  const sections = Object.entries(CONFIG_KEYS).map(([section, fields]) => {
    const defaults = Object.fromEntries(
      Object.entries(fields).map(([field, definition]) => [field, definition.default]),
    );
    const fixed = (FIXED_VALUES as Readonly<Record<string, object>>)[section];
    return [section, { ...fixed, ...defaults, ...given[section as keyof Settings] }];
  });
  return Object.fromEntries(sections) as Settings;
}
