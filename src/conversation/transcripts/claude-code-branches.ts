import { fieldsOf, listOf, textOf } from "./fields.ts";
import type { JsonLine } from "./json-lines.ts";

interface Node {
  readonly parent: string | null;
  /** Typed by a person: an edit or a rewind of one starts another branch; two results of tools that ran side by side don't. */
  readonly prompt: boolean;
}

/**
 * The records of a Claude Code transcript that stand in branches which were given up: not above the last record of their chain, and at or
 * below a prompt that isn't either. Records without a parent (after a compaction, or in old files) begin chains of their own.
 *
 * Cost: linear; memory for the ids.
 */
export async function abandonedBranches(lines: AsyncIterable<JsonLine>): Promise<ReadonlySet<string>> {
  const nodes = new Map<string, Node>();
  const talk: string[] = [];
  for await (const { value } of lines) {
    const uuid = textOf(value["uuid"]);
    if (uuid === null || value["isSidechain"] === true) continue;
    nodes.set(uuid, { parent: textOf(value["parentUuid"]), prompt: isPrompt(value) });
    if (value["type"] === "user" || value["type"] === "assistant") talk.push(uuid);
  }
  const roots = rootFinder(nodes);
  const leaves = new Map<string, string>();
  for (const uuid of talk) leaves.set(roots(uuid), uuid);
  const main = new Set<string>();
  for (const leaf of leaves.values()) {
    for (
      let at: string | null = leaf;
      at !== null && nodes.has(at) && !main.has(at);
      at = (nodes.get(at) as Node).parent
    )
      main.add(at);
  }
  return givenUp(nodes, main);
}

/** The records that are, or hang on, a prompt outside of the main chains. */
function givenUp(nodes: ReadonlyMap<string, Node>, main: ReadonlySet<string>): ReadonlySet<string> {
  const abandoned = new Set<string>();
  // Each is walked once, which also ends the way round a circle; a damaged file may hold one.
  const seen = new Set<string>();
  for (const uuid of nodes.keys()) {
    const way: string[] = [];
    let at: string | null = uuid;
    while (at !== null && nodes.has(at) && !main.has(at) && !seen.has(at)) {
      seen.add(at);
      way.push(at);
      at = (nodes.get(at) as Node).parent;
    }
    let off = at !== null && abandoned.has(at);
    for (const id of way.reverse()) {
      off ||= (nodes.get(id) as Node).prompt;
      if (off) abandoned.add(id);
    }
  }
  return abandoned;
}

/** Whether a record is something that a person typed. */
export function isPrompt(value: JsonLine["value"]): boolean {
  if (value["type"] !== "user" || value["isMeta"] === true) return false;
  const content = fieldsOf(value["message"])?.["content"];
  return typeof content === "string" || listOf(content).some((block) => fieldsOf(block)?.["type"] === "text");
}

/** The first ancestor without a known parent; each node is walked once. */
function rootFinder(nodes: ReadonlyMap<string, Node>): (uuid: string) => string {
  const known = new Map<string, string>();
  return (uuid) => {
    const way: string[] = [];
    const seen = new Set<string>();
    let at = uuid;
    for (;;) {
      const root = known.get(at);
      const parent = nodes.get(at)?.parent ?? null;
      if (root !== undefined || parent === null || !nodes.has(parent) || seen.has(at)) {
        for (const id of [...way, at]) known.set(id, root ?? at);
        return root ?? at;
      }
      seen.add(at);
      way.push(at);
      at = parent;
    }
  };
}
