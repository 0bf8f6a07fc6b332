/** A value that a configuration key may have. */
export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, readonly string[]>>;

interface KeyCommon {
  /** What it decides, what rises when it rises, when to leave it alone. One or two sentences for the reference. */
  readonly doc: string;
  /** Masked wherever it is shown, and never written by Loci. */
  readonly secret?: true;
  /** May be set by a `.loci.toml` that nobody has trusted yet. */
  readonly harmless?: true;
}

/** One key of the table in `keys.ts`: type, default and what is allowed. */
export type KeyDefinition =
  | (KeyCommon & {
      readonly type: "string";
      readonly default: string;
      readonly choices?: readonly string[];
      readonly form?: "scope" | "address" | "name";
    })
  | (KeyCommon & { readonly type: "boolean"; readonly default: boolean })
  | (KeyCommon & {
      readonly type: "integer" | "number";
      readonly default: number;
      /** Inclusive. */
      readonly min: number;
      /** Inclusive. */
      readonly max: number;
      readonly unit?: string;
    })
  | (KeyCommon & {
      readonly type: "strings";
      readonly default: readonly string[];
      /** Patterns of paths below the source's root: none may climb out of it. */
      readonly insideTree?: true;
      /** Names or addresses of machines, without scheme, port and path. */
      readonly hosts?: true;
    })
  | (KeyCommon & {
      /** Lists of strings by name, a table in TOML. */
      readonly type: "lists";
      readonly default: Readonly<Record<string, readonly string[]>>;
    });

/**
 * The environment variable of a key.
 * @example variableOfKey("chunking.max_chunk_size") // "LOCI_CHUNKING_MAX_CHUNK_SIZE"
 */
export function variableOfKey(key: string): string {
  return `LOCI_${key.replace(".", "_").toUpperCase()}`;
}

/**
 * What a key accepts, in words.
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
        : definition.hosts === true
          ? "a list of host names, without http:// and port"
          : "a list of strings";
    case "lists":
      return "a table of lists of strings, each under a name (no mere date)";
  }
}

/** A value as it may be shown: a secret that is set becomes `********`, whatever its length. */
export function shownValue(definition: KeyDefinition, value: ConfigValue): ConfigValue {
  return definition.secret === true && value !== "" ? "********" : value;
}

/**
 * The topical halls that there are by default, as MemPalace has them, with words that say little else: a hall that takes every second passage
 * tells nothing. A keyword is met in its other forms too.
 */
export const HALL_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  emotions: "scared, afraid, worried, anxious, happy, sad, angry, lonely, grief, joy, proud, i love".split(", "),
  consciousness: ["consciousness", "conscious", "self-aware", "awareness", "sentient", "qualia"],
  memory: ["memory", "memories", "remember", "forget", "forgot", "recall"],
  technical: ["code", "python", "javascript", "script", "bug", "error", "database", "server", "api", "compile"],
  identity: ["identity", "persona", "who am i", "who i am", "my name is"],
  family: "family, kid, child, daughter, son, mother, father, parent, wife, husband, grandma, grandpa".split(", "),
  creative: ["game", "gameplay", "player", "design", "drawing", "painting", "novel", "poem", "story", "song"],
};
