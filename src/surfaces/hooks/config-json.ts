import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { LociError } from "../../index.ts";

/** A value in a text of JSON with comments, with where it stands. */
export interface JsonNode {
  readonly kind: "object" | "array" | "other";
  readonly start: number;
  readonly end: number;
  readonly members: readonly { readonly key: string; readonly value: JsonNode }[];
  readonly elements: readonly JsonNode[];
  readonly value: () => unknown;
}

const SPACE_OR_COMMENT = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/uy;

/**
 * Reads JSON as agents' settings are written: comments and trailing commas are taken, and every value keeps its place, so that a change
 * touches nothing else.
 *
 * @throws LociError `USAGE` with the line for what is no JSON
 */
export function parseJsonText(text: string): JsonNode {
  const errors: ParseError[] = [];
  try {
    // A byte order mark is no JSON, and keeps its place.
    const root = parseTree(text.replace(/^\ufeff/u, " "), errors, { allowTrailingComma: true });
    if (root !== undefined && errors.length === 0) return nodeOf(root);
  } catch (thrown) {
    // Nested deeper than the stack: no settings are.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  const line = text.slice(0, errors[0]?.offset ?? 0).split("\n").length;
  throw new LociError("USAGE", `the settings are no JSON (line ${line})`, { hint: "mend the file, then try again" });
}

function nodeOf(node: Node): JsonNode {
  const children = node.children ?? [];
  const members = children.flatMap(({ type, children: [key, value] = [] }) =>
    type === "property" && key !== undefined && value !== undefined
      ? [{ key: key.value as string, value: nodeOf(value) }]
      : [],
  );
  return {
    kind: node.type === "object" || node.type === "array" ? node.type : "other",
    start: node.offset,
    end: node.offset + node.length,
    members: node.type === "object" ? members : [],
    elements: node.type === "array" ? children.map(nodeOf) : [],
    value: () => getNodeValue(node) as unknown,
  };
}

/** A text after an insertion, and the inserted piece. */
export interface Inserted {
  readonly text: string;
  readonly snippet: string;
}

/**
 * Puts a value at the end of the list at `path`; lists and objects on the way are made. Nothing else of the text changes.
 *
 * @throws LociError `USAGE` where something else stands on the way
 */
export function appendTo(text: string, path: readonly string[], value: unknown): Inserted {
  const indent = /\n([ \t]+)"/u.exec(text)?.[1] ?? "  ";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  let node = parseJsonText(text);
  for (const [depth, key] of path.entries()) {
    const member = requireKind(node, "object", path.slice(0, depth)).members.find((one) => one.key === key);
    if (member !== undefined) node = member.value;
    else {
      const rest = path.slice(depth + 1);
      const whole = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [value]);
      return put(
        text,
        node,
        depth + 1,
        `${JSON.stringify(key)}: ${shown(whole, indent, depth + 1, newline)}`,
        indent,
        newline,
      );
    }
  }
  const list = requireKind(node, "array", path);
  return put(text, list, path.length + 1, shown(value, indent, path.length + 1, newline), indent, newline);
}

/**
 * Puts a member at the end of the outermost object.
 *
 * @param into where the member is there already, the name of the one member of `value` that is put into it
 */
export function addMember(text: string, key: string, value: unknown, into?: string): Inserted {
  const indent = /\n([ \t]+)"/u.exec(text)?.[1] ?? "  ";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const root = requireKind(parseJsonText(text), "object", []);
  const there = root.members.find((one) => one.key === key)?.value;
  if (there === undefined || into === undefined)
    return put(text, root, 1, `${JSON.stringify(key)}: ${shown(value, indent, 1, newline)}`, indent, newline);
  const member = (value as Readonly<Record<string, unknown>>)[into];
  const item = `${JSON.stringify(into)}: ${shown(member, indent, 2, newline)}`;
  return put(text, requireKind(there, "object", [key]), 2, item, indent, newline);
}

function requireKind(node: JsonNode, kind: "object" | "array", path: readonly string[]): JsonNode {
  if (node.kind === kind) return node;
  const place = path.length === 0 ? "the settings" : `'${path.join(".")}' of the settings`;
  throw new LociError("USAGE", `${place} should be ${kind === "array" ? "a list" : "an object"}`, {
    hint: "mend the file, then try again",
  });
}

function shown(value: unknown, indent: string, depth: number, newline: string): string {
  return JSON.stringify(value, null, indent).replaceAll("\n", `${newline}${indent.repeat(depth)}`);
}

/** Puts an item behind the last one of an object or list. */
function put(text: string, node: JsonNode, depth: number, item: string, indent: string, newline: string): Inserted {
  const items = node.kind === "object" ? node.members.map(({ value }) => value) : node.elements;
  const last = items.at(-1);
  const line = `${newline}${indent.repeat(depth)}${item}`;
  if (last === undefined) return inserted(text, node.start + 1, `${line}${newline}${indent.repeat(depth - 1)}`);
  SPACE_OR_COMMENT.lastIndex = last.end;
  const behind = last.end + (SPACE_OR_COMMENT.exec(text)?.[0].length ?? 0);
  return text[behind] === "," ? inserted(text, behind + 1, line) : inserted(text, last.end, `,${line}`);
}

function inserted(text: string, at: number, snippet: string): Inserted {
  return { text: text.slice(0, at) + snippet + text.slice(at), snippet };
}

/**
 * Takes elements out of the list at `path` with the comma beside each; nothing else changes.
 *
 * @returns the text, and how many were taken out
 */
export function removeFrom(
  text: string,
  path: readonly string[],
  isOwned: (value: unknown) => boolean,
): { readonly text: string; readonly removed: number } {
  let node: JsonNode | undefined = parseJsonText(text);
  for (const key of path) node = node?.members.find((one) => one.key === key)?.value;
  if (node === undefined || node.kind !== "array") return { text, removed: 0 };
  let left = text;
  let removed = 0;
  for (const [i, element] of [...node.elements.entries()].reverse()) {
    if (!isOwned(element.value())) continue;
    const before = node.elements[i - 1]?.end;
    const after = node.elements[i + 1]?.start;
    const [from, to] = before !== undefined ? [before, element.end] : [element.start, after ?? element.end];
    left = left.slice(0, from) + left.slice(to);
    removed++;
  }
  return { text: left, removed };
}
