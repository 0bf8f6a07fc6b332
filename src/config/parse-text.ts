import type { KeyDefinition } from "./key-definition.ts";

/**
 * A value as people type it, in a variable or on the command line, as the raw value of the key's type. What can't be
 * read is given back as the text it is, so that the check afterwards names it.
 *
 * Booleans: `true/false`, `yes/no`, `on/off`, `1/0`. Lists: JSON, or separated by commas (those inside braces belong to
 * the pattern). Tables: JSON.
 *
 * @example parseText(CONFIG_KEYS.ingest.exclude, "drafts/**,*.{log,tmp}") // ["drafts/**", "*.{log,tmp}"]
 */
export function parseText(definition: KeyDefinition, text: string): unknown {
  const trimmed = text.trim();
  switch (definition.type) {
    case "string":
      return text;
    case "boolean":
      if (/^(true|yes|on|1)$/i.test(trimmed)) return true;
      return /^(false|no|off|0)$/i.test(trimmed) ? false : text;
    case "integer":
    case "number":
      return /^[+-]?(\d[\d_]*(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed.replaceAll("_", "")) : text;
    case "strings":
      return trimmed.startsWith("[") && trimmed.endsWith("]")
        ? (fromJson(trimmed) ?? splitList(trimmed))
        : splitList(trimmed);
    case "lists":
      return fromJson(trimmed) ?? text;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function splitList(text: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (const character of text) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (character === "," && depth <= 0) {
      items.push(item.trim());
      item = "";
    } else item += character;
  }
  items.push(item.trim());
  return items.filter((each) => each !== "");
}
