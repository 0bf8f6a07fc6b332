import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import { elementsAt, parseSettings, putInto } from "./config-json.ts";
import { fieldsOf } from "../../text/fields.ts";
import type { AgentAdapter, AgentName, DeclaredEvent, Launch } from "./hook-event.ts";
import type { HookPlace } from "./local-context.ts";
import { opencodePlugin } from "./opencode-plugin.ts";

/** Its data folder keeps what is needed to undo it, its variables may move the folders of agents. */
export interface InstallPlace extends Pick<HookPlace, "home" | "userHome" | "environment"> {
  /** Program and arguments before the word `hook`. */
  readonly launch: Launch;
  /** Flags behind agent and event. */
  readonly trailing: readonly string[];
}

export interface InstallPlan {
  readonly agent: AgentName;
  readonly file: string;
  /** Null where the file isn't there. */
  readonly before: string | null;
  readonly after: string;
  readonly events: readonly string[];
}

/** Stands in the plugin of ours. */
export const PLUGIN_MARK = "loci hooks install opencode";

/** Marks what is ours in TOML, which has no other place for it. */
export const TOML_MARKS = {
  hooks: ["# begin of the hooks of Loci ('loci hooks uninstall codex' removes them)", "# end of the hooks of Loci"],
  mcp: [
    "# begin of the MCP server of Loci ('loci setup codex --remove' removes it)",
    "# end of the MCP server of Loci",
  ],
} as const;

type Root = Pick<InstallPlace, "userHome" | "environment">;

/** A file below the folder of the user, or the one that a variable names in its place; what stands beside that goes into it. */
function below({ userHome, environment }: Root, { moved }: AgentAdapter, user: string): string {
  const [variable, usual] = moved ?? ["", ""];
  const base = environment[variable] ?? "";
  return base === ""
    ? join(userHome, user)
    : resolve(base, user.startsWith(`${usual}/`) ? relative(usual, user) : user);
}

/** Where an agent keeps its hooks. Codex takes both forms in one layer with a warning, so the one that is there is kept to. */
export function configFile(adapter: AgentAdapter, root: Root): string {
  const toml = below(root, adapter, adapter.mcpFile);
  const inToml = adapter.name === "codex" && existsSync(toml) && /^\s*\[+hooks\b/mu.test(readFileSync(toml, "utf8"));
  return inToml ? toml : below(root, adapter, adapter.hooksFile);
}

export const mcpFile = (adapter: AgentAdapter, root: Root): string => below(root, adapter, adapter.mcpFile);

export const textIn = (file: string): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null);

/** Settings that hold nothing yet are an empty object. */
const settingsOf = (before: string | null): string => (before === null || before.trim() === "" ? "{}\n" : before);

/**
 * What installing would change. Changes nothing.
 * @throws LociError `USAGE` for settings that are no JSON
 */
export function planInstall(adapter: AgentAdapter, place: InstallPlace): InstallPlan {
  const { name: agent } = adapter;
  const file = configFile(adapter, place);
  const before = textIn(file);
  const planned = { agent, file, before, events: adapter.events.map(({ name }) => name) };
  if (agent === "opencode") {
    const { program, args } = place.launch;
    return {
      ...planned,
      after: opencodePlugin({ program, args: [...args, "hook", agent] }, place.trailing),
    };
  }
  if (file.endsWith(".toml")) return { ...planned, after: appended(before, tomlHooks(adapter, place)) };
  let after = settingsOf(before);
  if (agent === "cursor" && findNodeAtLocation(parseSettings(after), ["version"]) === undefined)
    after = putInto(after, ["version"], { kind: "object", value: 1 });
  for (const event of adapter.events) {
    const path = ["hooks", event.name];
    if (!elementsAt(parseSettings(after), path).some(isOurs(agent)))
      after = putInto(after, path, { kind: "list", value: entryFor(adapter, place, event) });
  }
  return { ...planned, after };
}

/**
 * What connecting Loci's MCP server would change. Changes nothing.
 * @throws LociError `USAGE` for settings that are no JSON
 */
export function planMcp(adapter: AgentAdapter, place: InstallPlace): InstallPlan {
  const { name: agent, mcpKey } = adapter;
  const file = mcpFile(adapter, place);
  const before = textIn(file);
  const { program, args } = place.launch;
  const words = [...args, "mcp", ...place.trailing];
  const planned = { agent, file, before, events: ["mcp"] };
  if (agent === "codex") {
    if (before !== null && /^\s*\[mcp_servers\.loci\]/mu.test(before)) return { ...planned, after: before };
    const [begin, end] = TOML_MARKS.mcp;
    const server = `[mcp_servers.loci]\ncommand = ${JSON.stringify(program)}\nargs = ${JSON.stringify(words)}`;
    return { ...planned, after: appended(before, `${begin}\n${server}\n${end}\n`) };
  }
  const text = settingsOf(before);
  if (findNodeAtLocation(parseSettings(text), [mcpKey, "loci"]) !== undefined) return { ...planned, after: text };
  const server =
    agent === "opencode"
      ? { type: "local", command: [program, ...words], enabled: true }
      : { command: program, args: words };
  return { ...planned, after: putInto(text, [mcpKey, "loci"], { kind: "object", value: server }) };
}

/** A piece of TOML behind a text, with an empty line between. */
const appended = (before: string | null, piece: string): string =>
  `${before ?? ""}${before === null || before.endsWith("\n") ? "" : "\n"}\n${piece}`;

function installedLaunch(adapter: AgentAdapter, { launch, trailing }: InstallPlace, event: string): Launch {
  return { program: launch.program, args: [...launch.args, "hook", adapter.name, event, ...trailing] };
}

function entryFor(adapter: AgentAdapter, place: InstallPlace, { name: event, timeout }: DeclaredEvent): object {
  const { name: agent } = adapter;
  const { program, args } = installedLaunch(adapter, place, event);
  if (agent === "cursor") return { command: shellLine([program, ...args]), timeout };
  if (agent === "claude-code") return { hooks: [{ type: "command", command: program, args, timeout }] };
  const command = shellLine([program, ...args]);
  if (agent === "gemini") return { hooks: [{ name: `loci-${event}`, type: "command", command, timeout }] };
  return { hooks: [{ type: "command", command, commandWindows: windowsLine([program, ...args]), timeout }] };
}

function tomlHooks(adapter: AgentAdapter, place: InstallPlace): string {
  const entries = adapter.events.map(({ name, timeout }) => {
    const { program, args } = installedLaunch(adapter, place, name);
    return `[[hooks.${name}]]\n[[hooks.${name}.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(shellLine([program, ...args]))}\ntimeout = ${timeout}\n`;
  });
  const [begin, end] = TOML_MARKS.hooks;
  return `${begin}\n${entries.join("\n")}${end}\n`;
}

/** For agents that take one line for a shell: every word that isn't plain is quoted. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");

const windowsLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@+=:,.\\/-]+$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`)).join(" ");

/** Whether an entry of an agent's settings calls us, however it is written. */
export function isOurs(agent: AgentName): (entry: Node) => boolean {
  const one = (entry: unknown): boolean => {
    const fields = fieldsOf(entry);
    if (fields === null) return false;
    const args = Array.isArray(fields["args"]) ? fields["args"].join(" ") : "";
    const line = `${String(fields["command"] ?? "")} ${args}`;
    return /\bloci(?:\.js)?\b/u.test(line) && new RegExp(`\\bhook ${agent}\\b`, "u").test(line);
  };
  return (node) => {
    const entry: unknown = getNodeValue(node);
    const hooks = fieldsOf(entry)?.["hooks"];
    return one(entry) || (Array.isArray(hooks) && hooks.length > 0 && hooks.every(one));
  };
}

/** Whether a server is one that `planMcp` puts in, wherever this program stood then: one started by the plain word `loci` is somebody's own. */
export function isOurServer(node: Node): boolean {
  const { command, args } = fieldsOf(getNodeValue(node)) ?? {};
  const [, program, word] = [command, args].flat();
  return typeof program === "string" && /[\\/]bin[\\/]loci\.js$/u.test(program) && word === "mcp";
}
