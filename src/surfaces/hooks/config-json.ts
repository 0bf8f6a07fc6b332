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
export function elementsAt(root: Node, path: readonly string[]): readonly Node[] {
  const node = findNodeAtLocation(root, [...path]);
  return node?.type === "array" ? (node.children ?? []) : [];
}

/** What is put in: at the end of a list, or as a member of an object. */
interface Put {
  readonly kind: "list" | "object";
  readonly value: unknown;
}

/**
 * Puts a value at the end of the list at `path`, or under the name that `path` ends with into an object; lists and objects on the way are made.
 * Nothing else of the text changes: `modify` of the library formats the lines around, too.
 * @throws LociError `USAGE` where something else stands on the way
 */
export function putInto(text: string, path: readonly string[], { kind, value }: Put): string {
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
): string {
  const indent = /\n([ \t]+)"/u.exec(text)?.[1] ?? "  ";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const margin = newline + indent.repeat(depth);
  const shown = JSON.stringify(value, null, indent).replaceAll("\n", margin);
  const line = `${margin}${key === undefined ? "" : `${JSON.stringify(key)}: `}${shown}`;
  const last = children.at(-1);
  if (last === undefined) return inserted(text, offset + 1, `${line}${newline}${indent.repeat(depth - 1)}`);
  const end = endOf(last);
  const behind = pastSpace(text, end);
  return text[behind] === "," ? inserted(text, behind + 1, line) : inserted(text, end, `,${line}`);
}

const inserted = (text: string, at: number, snippet: string): string => text.slice(0, at) + snippet + text.slice(at);

/**
 * Takes out what `find` finds, one after the other, each with one comma and with the lists and objects that held nothing else, not even a comment.
 * Nothing else changes.
 */
export function takeAllOut(text: string, find: (root: Node) => Node | undefined): string {
  for (let left = text; ;) {
    const found = find(parseSettings(left));
    if (found === undefined) return left;
    left = cut(left, found);
  }
}

function cut(text: string, found: Node): string {
  let node = found;
  for (let holder = node.parent; holder?.parent !== undefined; holder = holder.parent) {
    const around = text.slice(holder.offset + 1, node.offset) + text.slice(endOf(node), endOf(holder) - 1);
    if (holder.type !== "property" && /[^\s,]/u.test(around)) break;
    node = holder;
  }
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  const end = endOf(node);
  let from = node.offset;
  while (/\s/u.test(text.charAt(from - 1))) from--;
  // Behind a comment the line break stays, which may end it.
  if (!/[[{,]/u.test(text.charAt(from - 1))) from = node.offset;
  const behind = pastSpace(text, end);
  if (text[behind] === ",") return text.slice(0, from) + text.slice(end, behind) + text.slice(behind + 1);
  const comma = before === undefined ? from : pastSpace(text, endOf(before));
  return text.slice(0, comma) + text.slice(comma + 1, from) + text.slice(end);
}

const endOf = ({ offset, length }: Node): number => offset + length;

/** Where space and comments from an offset on end. */
function pastSpace(text: string, from: number): number {
  SPACE_OR_COMMENT.lastIndex = from;
  return from + (SPACE_OR_COMMENT.exec(text)?.[0].length ?? 0);
}
