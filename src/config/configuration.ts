import type { Note } from "../model/note.ts";
import { SEARCH } from "../model/requests/index.ts";
import type { Fusion, SearchMode } from "../model/search.ts";
import type { ConfigValue, KeyDefinition } from "./key-definition.ts";
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
  readonly tree: TreeFile | null;
  readonly notes: readonly Note[];
}

type Keys = typeof CONFIG_KEYS;
type DefaultOf<Key> = Key extends KeyDefinition<infer Value> ? Value : never;

type Widened<T> = T extends boolean ? boolean : T extends number ? number : T;
type Fixed = {
  readonly [Section in keyof typeof FIXED_VALUES]: {
    readonly [Field in keyof (typeof FIXED_VALUES)[Section]]: Widened<(typeof FIXED_VALUES)[Section][Field]>;
  };
};

/**
 * Every setting in force, typed from the table of keys, and the values beside it that no layer sets.
 * @example settings.chunking.max_chunk_size // 1500
 */
export type Settings = {
  readonly [Section in keyof Keys]: {
    readonly [Field in keyof Keys[Section]]: DefaultOf<Keys[Section][Field]>;
  } & (Section extends keyof Fixed ? Fixed[Section] : unknown);
};

/** Some settings, by section and field; the rest are the defaults. */
export type PartialSettings = { readonly [Section in keyof Settings]?: Partial<Settings[Section]> };

/**
 * Defaults with what was given laid over them.
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

/**
 * Values that nobody has had a reason to set: no layer of the configuration reads them. They are settings still, so that a test, an evaluation or a
 * program that opens the library may give others.
 */
const FIXED_VALUES = {
  embedding: {
    concurrency: 4,
    /** Longest time for one request to a remote provider. */
    timeout_seconds: 60,
  },
  llm: {
    /** How long a whole answer may take. */
    timeout_seconds: 120,
    /** How long a model may be silent, before the first words of an answer and between two pieces of it. */
    silence_seconds: 45,
    /** Attempts after a first one that failed before its first words. Exhausted quota is never tried again. */
    retries: 2,
  },
  recall: {
    /** Which legs run where a search doesn't say. */
    mode: SEARCH.mode.default as SearchMode,
    /** How the legs become one order where a search doesn't say. */
    fusion: SEARCH.fusion.default as Fusion,
    /** Whether a question is widened by similar words of the bundled model, and by other spellings that the index holds. */
    expansion: true,
    /** Candidates taken by words before ranking, and a sixth as many by meaning; at least twice the limit of each. Higher is slower and rarely better. */
    pool: 120,
    /** Calibrated probability from which an answer counts as covered. Higher is more often silent and more often right. */
    covered_threshold: 0.5,
  },
  chat: {
    /** How many of a chat's last messages a language model is shown with a question. */
    recent_messages: 20,
    /** Days that daily logs of chats are kept. */
    log_days: 30,
    /** Days that notes of the owner's chats are kept, and those of other people's. */
    owner_capture_days: 365,
    capture_days: 90,
    /** Zone that days are counted in; empty for the machine's, or that of `TZ`. */
    time_zone: "" as string,
  },
  server: {
    /** Requests of one caller that wait, work, or whose answer isn't read yet; more are refused with 429. Callers take turns. */
    max_in_flight: 64,
    /** Text that one user may keep in a project. The owner has no quotas. */
    quota_bytes: 1_000_000_000,
    /** Documents that one user may keep in a project, days of his chats among them. */
    quota_documents: 10_000,
    /** Drawers that one user may have in a project. */
    quota_drawers: 200_000,
    /** Largest JSON body. Documents may be as large as `ingest.max_file_bytes`. */
    max_body_bytes: 1_000_000,
    /** Longest time for an answer, but for what streams or waits for a run. */
    timeout_seconds: 30,
  },
} as const;
