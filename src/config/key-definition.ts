/** A value that a configuration key may have. */
export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, readonly string[]>>;

/** One key of the table in `keys.ts`: type, default and what is allowed. */
export interface KeyDefinition<Value extends ConfigValue = ConfigValue> {
  /** `lists`: lists of strings by name, a table in TOML. */
  readonly type: "string" | "boolean" | "integer" | "number" | "strings" | "lists";
  readonly default: Value;
  /** What it decides, what rises when it rises, when to leave it alone. One or two sentences for the reference. */
  readonly doc: string;
  /** What a string may be. */
  readonly choices?: readonly string[];
  /** What a string must be like, and each of a list; see `FORMS`. */
  readonly form?: "scope" | "address" | "name" | "pattern" | "host";
  /** Inclusive, of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  /** Masked wherever it is shown, and never written by Loci. */
  readonly secret?: true;
  /** May be set by a `.loci.toml` that nobody has trusted yet. */
  readonly harmless?: true;
}

type More = Partial<Pick<KeyDefinition, "form" | "secret" | "harmless">>;
type Limits = Required<Pick<KeyDefinition<number>, "default" | "min" | "max">> &
  Pick<KeyDefinition, "unit" | "harmless">;

export const text = (doc: string, more: More & { readonly default?: string } = {}): KeyDefinition<string> => ({
  type: "string",
  default: "",
  doc,
  ...more,
});
export const choice = <const Word extends string>(
  choices: readonly Word[],
  fallback: NoInfer<Word>,
  doc: string,
): KeyDefinition<Word> => ({ type: "string", default: fallback, choices, doc });
export const flag = (fallback: boolean, doc: string): KeyDefinition<boolean> => ({
  type: "boolean",
  default: fallback,
  doc,
});
export const whole = (limits: Limits, doc: string): KeyDefinition<number> => ({ type: "integer", ...limits, doc });
export const number = (limits: Limits, doc: string): KeyDefinition<number> => ({ type: "number", ...limits, doc });
export const texts = (doc: string, more: More): KeyDefinition<readonly string[]> => ({
  type: "strings",
  default: [],
  doc,
  ...more,
});
export const lists = (
  fallback: Readonly<Record<string, readonly string[]>>,
  doc: string,
  more: More,
): KeyDefinition<typeof fallback> => ({ type: "lists", default: fallback, doc, ...more });

/**
 * The environment variable of a key.
 * @example variableOfKey("chunking.max_chunk_size") // "LOCI_CHUNKING_MAX_CHUNK_SIZE"
 */
export const variableOfKey = (key: string): string => `LOCI_${key.replace(".", "_").toUpperCase()}`;

/** A value as it may be shown: a secret that is set becomes `********`, whatever its length; so does what signs in at an address. */
export const shownValue = (definition: KeyDefinition, value: ConfigValue): ConfigValue => {
  if (definition.secret === true && value !== "") return "********";
  return typeof value === "string" ? value.replace(/(?<=:\/\/)[^/?#]*@|(?<=:\/\/[^?]*\?).+/gu, "********") : value;
};

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
