import type { ParsedDocument } from "../../model/section.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { type Fields, objectsOf } from "../../text/fields.ts";
import { decodedJson } from "../decode.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";

type CanvasNode = ReturnType<typeof nodeOf>;

/**
 * An Obsidian canvas (JSON Canvas) as Markdown: its groups as headings, the cards of each from the top down, then the labels of arrows with what
 * they join. Private comments of a card are left out as in a note. A card belongs to the smallest group around its top left corner.
 * @throws LociError `FILE_SKIPPED`: `binary`, `broken-utf8`, `damaged`, `empty`
 * Cost: cards times groups.
 */
export async function parseCanvas(input: BinaryInput): Promise<ParsedDocument> {
  const canvas = decodedJson(input);
  if (canvas === null) throw skipFile(input.path, "damaged");
  const nodes = objectsOf(canvas["nodes"])
    .map(nodeOf)
    .sort((a, b) => a.y - b.y || a.x - b.x);
  const text = [...cardsByGroup(nodes), ...labels(objectsOf(canvas["edges"]), nodes)].join("\n\n");
  if (text.trim() === "") throw skipFile(input.path, "empty");
  const { sections, ...parsed } = parseMarkdown({ text, path: input.path });
  return { ...parsed, sections: sections.map((section) => ({ ...section, lines: null })) };
}

function cardsByGroup(nodes: readonly CanvasNode[]): readonly string[] {
  const groups = nodes.filter(({ group, text }) => group && text !== "");
  const smallestFirst = [...groups].sort((a, b) => a.width * a.height - b.width * b.height);
  const cards = new Map<CanvasNode | null, string[]>();
  for (const node of nodes) {
    if (node.group || node.text === "") continue;
    const around = smallestFirst.find((group) => contains(group, node)) ?? null;
    const own = cards.get(around) ?? [];
    own.push(node.text);
    cards.set(around, own);
  }
  return [
    ...(cards.get(null) ?? []),
    ...groups.flatMap((group) => [`# ${group.text.replace(/\s+/gu, " ")}`, ...(cards.get(group) ?? [])]),
  ];
}

const contains = ({ x, y, width, height }: CanvasNode, card: CanvasNode): boolean =>
  card.x >= x && card.y >= y && card.x < x + width && card.y < y + height;

/** `Plan: leads to: Release`, a line for each arrow that says something. */
function labels(edges: readonly Fields[], nodes: readonly CanvasNode[]): readonly string[] {
  const names = new Map(nodes.map(({ id, text }) => [id, text.trim().split(/[\r\n]/u, 1)[0] as string]));
  return edges.flatMap(({ label, fromNode, toNode }) => {
    const text = markdownOf(label).trim();
    return text === ""
      ? []
      : [[names.get(String(fromNode)), text, names.get(String(toNode))].filter((part) => part).join(": ")];
  });
}

function nodeOf(node: Fields) {
  const content = [node["text"], node["label"], node["url"]].find((one) => typeof one === "string") ?? node["file"];
  const below = node["type"] === "file" && typeof node["subpath"] === "string" ? node["subpath"] : "";
  return {
    id: String(node["id"]),
    group: node["type"] === "group",
    /** Markdown of a card, path of a file with its heading, address of a page, label of a group. */
    text: markdownOf(content) + below,
    x: figure(node["x"]),
    y: figure(node["y"]),
    width: figure(node["width"]),
    height: figure(node["height"]),
  };
}

/** A text without its private comments; each card by itself, so that an open one hides no other card. */
function markdownOf(text: unknown): string {
  if (typeof text !== "string" || text === "") return "";
  return parseMarkdown({ text, path: "" }).text.trim();
}

const figure = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
