/** A value that a configuration key may have. */
export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, readonly string[]>>;

/** Properties common to all keys. */
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
      /** Paths from the root of the file system: a relative one would mean another folder wherever a command is started. */
      readonly absolute?: true;
    })
  | (KeyCommon & {
      /** Lists of strings by name, a table in TOML. */
      readonly type: "lists";
      readonly default: Readonly<Record<string, readonly string[]>>;
    });

/**
 * The environment variable of a key.
 *
 * @example variableOfKey("chunking.max_chunk_size") // "LOCI_CHUNKING_MAX_CHUNK_SIZE"
 */
export function variableOfKey(key: string): string {
  return `LOCI_${key.replace(".", "_").toUpperCase()}`;
}
