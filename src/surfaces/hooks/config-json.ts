import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import { LociError } from "../../index.ts";

const SPACE_OR_COMMENT = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/uy;

/**
 * Reads JSON as agents' settings are written: comments and trailing commas are taken, and every value keeps its place, so that a change
 * touches nothing else.
 * @throws LociError `USAGE` with the line for what is no JSON
 */
export function parseSettings(text: string): Node {
  const errors: ParseError[] = [];
  try {
    // A byte order mark is no JSON, and keeps its place.
    const root = parseTree(text.replace(/^\ufeff/u, " "), errors, { allowTrailingComma: true });
    if (root !== undefined && errors.length === 0) return root;
  } catch (thrown) {
    // Nested deeper than the stack: no settings are.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  const line = text.slice(0, errors[0]?.offset ?? 0).split("\n").length;
  throw new LociError("USAGE", `the settings are no JSON (line ${line})`, { hint: "mend the file, then try again" });
}

/** The values of the list at `path`, with where each stands; none where there is no list. */
export function elementsAt(text: string, path: readonly string[]): readonly Node[] {
  const node = findNodeAtLocation(parseSettings(text), [...path]);
  return node?.type === "array" ? (node.children ?? []) : [];
}

/** A text after an insertion, and the inserted piece. */
export interface Inserted {
  readonly text: string;
  readonly snippet: string;
}

/** What is put in: at the end of a list, or as a member of an object. */
export interface Put {
  readonly kind: "list" | "object";
  readonly value: unknown;
}

/**
 * Puts a value at the end of the list at `path`, or under the name that `path` ends with into an object; lists and objects on the way are made.
 * Nothing else of the text changes.
 * @throws LociError `USAGE` where something else stands on the way
 */
export function putInto(text: string, path: readonly string[], { kind, value }: Put): Inserted {
  let node = parseSettings(text);
  for (const [depth, key] of path.entries()) {
    requireKind(node, "object", path.slice(0, depth));
    const member = findNodeAtLocation(node, [key]);
    if (member === undefined) {
      const whole = path
        .slice(depth + 1)
        .reduceRight<unknown>((inner, name) => ({ [name]: inner }), kind === "list" ? [value] : value);
      return put(text, node, { depth: depth + 1, key, value: whole });
    }
    node = member;
  }
  requireKind(node, "array", path);
  return put(text, node, { depth: path.length + 1, value });
}

function requireKind(node: Node, kind: "object" | "array", path: readonly string[]): void {
  if (node.type === kind) return;
  const place = path.length === 0 ? "the settings" : `'${path.join(".")}' of the settings`;
  throw new LociError("USAGE", `${place} should be ${kind === "array" ? "a list" : "an object"}`, {
    hint: "mend the file, then try again",
  });
}

/** Puts an item behind the last one of an object or list, in lines as the text has them. */
function put(
  text: string,
  { offset, children = [] }: Node,
  { depth, key, value }: { readonly depth: number; readonly key?: string; readonly value: unknown },
): Inserted {
  const indent = /\n([ \t]+)"/u.exec(text)?.[1] ?? "  ";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const margin = newline + indent.repeat(depth);
  const shown = JSON.stringify(value, null, indent).replaceAll("\n", margin);
  const line = `${margin}${key === undefined ? "" : `${JSON.stringify(key)}: `}${shown}`;
  const last = children.at(-1);
  if (last === undefined) return inserted(text, offset + 1, `${line}${newline}${indent.repeat(depth - 1)}`);
  const end = last.offset + last.length;
  SPACE_OR_COMMENT.lastIndex = end;
  const behind = end + (SPACE_OR_COMMENT.exec(text)?.[0].length ?? 0);
  return text[behind] === "," ? inserted(text, behind + 1, line) : inserted(text, end, `,${line}`);
}

function inserted(text: string, at: number, snippet: string): Inserted {
  return { text: text.slice(0, at) + snippet + text.slice(at), snippet };
}

/** Takes elements out of the list at `path` with the comma beside each; nothing else changes. */
export function removeFrom(text: string, path: readonly string[], isOwned: (element: Node) => boolean): string {
  const elements = elementsAt(text, path);
  let left = text;
  for (const [i, element] of [...elements.entries()].reverse()) {
    if (!isOwned(element)) continue;
    const before = elements[i - 1];
    const end = element.offset + element.length;
    const [from, to] =
      before !== undefined ? [before.offset + before.length, end] : [element.offset, elements[i + 1]?.offset ?? end];
    left = left.slice(0, from) + left.slice(to);
  }
  return left;
}
