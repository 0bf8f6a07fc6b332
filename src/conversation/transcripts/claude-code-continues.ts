import { isPrompt } from "./claude-code-branches.ts";
import { textOf } from "./fields.ts";
import type { Continues } from "./format-reader.ts";
import { jsonLines } from "./json-lines.ts";
import { tailLines } from "./tail-lines.ts";

/**
 * Whether the new records of a Claude Code transcript go on where it ended. One that hangs on something earlier (an edited prompt, a
 * rewind) turns what was said since into a branch that was given up, and a summary may be of anything: then the file is read whole.
 *
 * Cost: the new records and the last 256 KB before them.
 */
export const continuesClaudeCode: Continues = async ({ bundle, name, from }) => {
  const nodes = new Map<string, { readonly parent: string | null; readonly prompt: boolean; readonly talk: boolean }>();
  let last: string | null = null;
  let session: string | null = null;
  for (const { value } of await tailLines(bundle, name, from.offset)) {
    session = textOf(value["sessionId"]) ?? session;
    const uuid = textOf(value["uuid"]);
    if (uuid === null || value["isSidechain"] === true) continue;
    const talk = value["type"] === "user" || value["type"] === "assistant";
    nodes.set(uuid, { parent: textOf(value["parentUuid"]), prompt: isPrompt(value), talk });
    if (talk) last = uuid;
  }
  if (last === null || session === null) return false;
  // Down from the last prompt to the last record: hanging on any of these gives nothing up.
  const open = new Set<string>();
  for (let at: string | null = last; at !== null && nodes.has(at) && !open.has(at); at = nodes.get(at)?.parent ?? null) {
    open.add(at);
    if (nodes.get(at)?.prompt === true) break;
  }
  for (const [uuid, { parent, talk }] of nodes) if (!talk && parent !== null && open.has(parent)) open.add(uuid);
  for await (const { value } of jsonLines(bundle.stream(name, from.offset), null, from)) {
    const leaf = value["type"] === "summary" ? textOf(value["leafUuid"]) : null;
    if (leaf !== null && !nodes.has(leaf) && !open.has(leaf)) return false;
    const uuid = textOf(value["uuid"]);
    if (uuid === null || value["isSidechain"] === true) continue;
    const parent = textOf(value["parentUuid"]);
    if (parent !== null && !open.has(parent)) return false;
    open.add(uuid);
  }
  return true;
};
