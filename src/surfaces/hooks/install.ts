import { hash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { elementsAt, parseSettings, takeAllOut } from "./config-json.ts";
import type { AgentAdapter, AgentName } from "./hook-event.ts";
import type { InstallPlace, InstallPlan } from "./plan-install.ts";
import { configFile, isOurs, isOurServer, mcpFile, PLUGIN_MARK, textIn, TOML_MARKS } from "./plan-install.ts";

export interface InstallRecord extends Omit<InstallPlan, "after"> {
  readonly afterSha256: string;
}

/** What an installation is kept under: hooks by their agent, the MCP server beside them. */
export type RecordName = AgentName | `mcp-${AgentName}`;

/** Writes what was planned, and keeps what undoes it. */
export function install(plan: InstallPlan, home: string, what: RecordName = plan.agent): void {
  const { agent, file, before, after, events } = plan;
  const known = installRecord(home, what, file);
  const record: InstallRecord = {
    agent,
    file,
    // On a second installation the first state remains the one to restore.
    before: known === null ? before : known.before,
    afterSha256: hash("sha256", after),
    events,
  };
  const records = recordsOf(home, what).filter((one) => one.file !== file);
  replaceFile(recordFile(home, what), `${JSON.stringify([...records, record], null, 2)}\n`, { durable: true });
  replaceFile(file, after, { durable: true, mode: before === null ? 0o600 : statSync(file).mode & 0o777 });
}

export interface Uninstalled {
  readonly file: string;
  /**
   * `restored`: as it was, byte for byte. `removed`: only our entries went, since the file was changed meanwhile.
   * `deleted`: it was ours alone. `absent`: nothing of ours was there.
   */
  readonly how: "restored" | "removed" | "deleted" | "absent";
}

/** Takes the hooks out again: the file is as it was before, byte for byte, or as it was changed since without our entries. */
export function uninstall(adapter: AgentAdapter, place: InstallPlace): Uninstalled {
  const { name, events } = adapter;
  const file = configFile(adapter, place);
  return undo(place.home, { what: name, file }, (now, record) => {
    if (name === "opencode") return now.includes(PLUGIN_MARK) ? null : now;
    const find: Ours["find"] = (root) =>
      events.flatMap((event) => elementsAt(root, ["hooks", event.name])).find(isOurs(name));
    return withoutOurs(now, record, { file, marks: TOML_MARKS.hooks, table: "hooks.", find });
  });
}

/** Takes the MCP server out again, likewise. */
export function disconnect(adapter: AgentAdapter, place: InstallPlace): Uninstalled {
  const { name, mcpKey } = adapter;
  const file = mcpFile(adapter, place);
  return undo(place.home, { what: `mcp-${name}`, file }, (now, record) => {
    const find: Ours["find"] = (root) => {
      const server = findNodeAtLocation(root, [mcpKey, "loci"]);
      return server !== undefined && isOurServer(server) ? server : undefined;
    };
    return withoutOurs(now, record, { file, marks: TOML_MARKS.mcp, table: "mcp_servers.loci", find });
  });
}

/** How what is ours is known where no record tells: the data folder may be gone, or the agent has written its file anew. */
interface Ours {
  readonly file: string;
  readonly marks: readonly [begin: string, end: string];
  /** How the names of its tables begin in TOML. */
  readonly table: string;
  readonly find: (root: Node) => Node | undefined;
}

/** @param without the text as it is now without what is ours; null where nothing else is left */
function undo(
  home: string,
  { what, file }: { readonly what: RecordName; readonly file: string },
  without: (now: string, record: InstallRecord | null) => string | null,
): Uninstalled {
  const record = installRecord(home, what, file);
  const now = textIn(file);
  const unchanged = now !== null && record !== null && hash("sha256", now) === record.afterSha256;
  const left = now === null ? null : unchanged ? record.before : without(now, record);
  const others = recordsOf(home, what).filter((one) => one.file !== file);
  const said = (how: Uninstalled["how"]): Uninstalled => ({ file, how });
  if (left === null && now !== null) rmSync(file);
  else if (left !== null && left !== now) replaceFile(file, left, { durable: true, mode: statSync(file).mode & 0o777 });
  if (others.length === 0) rmSync(recordFile(home, what), { force: true });
  else replaceFile(recordFile(home, what), `${JSON.stringify(others, null, 2)}\n`, { durable: true });
  if (left === now) return said("absent");
  return said(left === null ? "deleted" : left === record?.before ? "restored" : "removed");
}

/** Which events have a hook of ours in the agent's settings now. */
export function installedEvents(adapter: AgentAdapter, place: InstallPlace): readonly string[] {
  const file = configFile(adapter, place);
  const text = textIn(file) ?? "";
  const isThere = (event: string): boolean => {
    if (adapter.name === "opencode") return text.includes(PLUGIN_MARK);
    if (file.endsWith(".toml")) return text.includes(TOML_MARKS.hooks[0]);
    return text !== "" && elementsAt(parseSettings(text), ["hooks", event]).some(isOurs(adapter.name));
  };
  return adapter.events.flatMap(({ name }) => (isThere(name) ? [name] : []));
}

/** Settings that hold nothing, or only the version that Cursor's begin with. */
const HOLDS_NOTHING = /^\ufeff?\s*(?:\{\s*(?:"version"\s*:\s*1\s*)?\}\s*)?$/u;

/** The text without what is ours, table by table or entry by entry. Null where nothing is left of a file of ours. */
function withoutOurs(text: string, record: InstallRecord | null, ours: Ours): string | null {
  const left = ours.file.endsWith(".toml")
    ? withoutTables(text, ours)
    : HOLDS_NOTHING.test(text)
      ? text
      : takeAllOut(text, ours.find);
  return left !== text && (record?.before ?? null) === null && HOLDS_NOTHING.test(left) ? null : left;
}

/** Without the marks and our tables between them: Codex writes tables of its own there, too. */
function withoutTables(text: string, { marks: [begin, end], table }: Ours): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return text;
  const between = text.slice(from + begin.length, to).split(/^(?=[ \t]*\[)/mu);
  const others = between.slice(1).filter((one) => !one.replace(/^[ \t]*\[+/u, "").startsWith(table));
  const before = others.length > 0 ? text.slice(0, from) : text.slice(0, from).replace(/\n\n$/u, "\n");
  return before + others.join("") + text.slice(to + end.length).replace(/^\n/u, "");
}

const recordFile = (home: string, agent: RecordName): string => join(home, "hooks", `${agent}.json`);

const recordsOf = (home: string, agent: RecordName): readonly InstallRecord[] =>
  JSON.parse(textIn(recordFile(home, agent)) ?? "[]") as InstallRecord[];

const installRecord = (home: string, agent: RecordName, file: string): InstallRecord | null =>
  recordsOf(home, agent).find((one) => one.file === file) ?? null;
