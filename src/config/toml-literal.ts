import type { ConfigValue } from "./key-definition.ts";

/**
 * A value as TOML.
 *
 * @example tomlLiteral(["a", "b\n"]) // '["a", "b\\n"]'
 */
export function tomlLiteral(value: ConfigValue): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map(quote).join(", ")}]`;
  const fields = Object.entries(value).map(([name, items]) => `${bareOrQuoted(name)} = ${tomlLiteral(items)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function isList(value: readonly string[] | Readonly<Record<string, readonly string[]>>): value is readonly string[] {
  return Array.isArray(value);
}

function bareOrQuoted(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : quote(name);
}

/** JSON's escapes are TOML's, but for DEL, which TOML wants escaped, and lone surrogates, which it can't hold. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\x7f", "\\u007F");
}
