import type { CONFIG_KEYS } from "./keys.ts";

type Keys = typeof CONFIG_KEYS;

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
 * Every setting in force, typed from the table of keys.
 *
 * @example settings.chunking.max_chunk_size // 1500
 */
export type Settings = {
  readonly [Section in keyof Keys]: { readonly [Field in keyof Keys[Section]]: ValueOf<Keys[Section][Field]> };
};
