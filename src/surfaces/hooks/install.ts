import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { LociError } from "../../index.ts";
import { addMember, appendTo, parseJsonText, removeFrom } from "./config-json.ts";
import { type AgentAdapter, type AgentName, fieldsOf, type Launch } from "./hook-event.ts";
import { opencodePlugin } from "./opencode-plugin.ts";

/** Where hooks are installed and how they are started. */
export interface InstallPlace {
  /** The data folder, which keeps what is needed to undo it. */
  readonly home: string;
  readonly userHome: string;
  /** A repository's folder for its own settings; null for the user's. */
  readonly folder: string | null;
  /** Program and arguments before the word `hook`. */
  readonly launch: Launch;
  /** Flags behind agent and event. */
  readonly trailing: readonly string[];
  /** Hooks are called over HTTP, where the agent can. */
  readonly http: { readonly url: string; readonly tokenVariable: string } | null;
}

/** A change of one file, as it would be made. */
export interface InstallPlan {
  readonly agent: AgentName;
  readonly file: string;
  /** Null where the file isn't there. */
  readonly before: string | null;
  readonly after: string;
  readonly events: readonly string[];
  /** What was put in, piece by piece. */
  readonly snippets: readonly string[];
}

/** The record of an installation, in the data folder. */
export interface InstallRecord {
  readonly agent: AgentName;
  readonly file: string;
  readonly before: string | null;
  readonly afterSha256: string;
  readonly snippets: readonly string[];
  readonly events: readonly string[];
}

/** What an installation is kept under: hooks by their agent, the MCP server beside them. */
export type RecordName = AgentName | `mcp-${AgentName}`;

/** Marks what is ours in TOML, which has no other place for it. */
const TOML_BEGIN = "# begin of the hooks of Loci ('loci hooks uninstall codex' removes them)";
const TOML_END = "# end of the hooks of Loci";

/** Where an agent keeps its hooks. Codex takes both forms in one layer with a warning, so the one that is there is kept to. */
export function configFile(agent: AgentName, { userHome, folder }: Pick<InstallPlace, "userHome" | "folder">): string {
  const root = folder ?? userHome;
  switch (agent) {
    case "claude-code":
      return join(root, ".claude", "settings.json");
    case "gemini":
      return join(root, ".gemini", "settings.json");
    case "cursor":
      return join(root, ".cursor", "hooks.json");
    case "codex": {
      const toml = join(root, ".codex", "config.toml");
      return existsSync(toml) && /^\s*\[+hooks\b/mu.test(readFileSync(toml, "utf8"))
        ? toml
        : join(root, ".codex", "hooks.json");
    }
    case "opencode":
      return folder === null
        ? join(userHome, ".config", "opencode", "plugin", "loci.js")
        : join(folder, ".opencode", "plugin", "loci.js");
  }
}

/**
 * What installing would change. Changes nothing.
 *
 * @throws LociError `USAGE` for settings that are no JSON
 */
export function planInstall(adapter: AgentAdapter, place: InstallPlace): InstallPlan {
  const { name: agent } = adapter;
  const file = configFile(agent, place);
  const before = existsSync(file) ? readFileSync(file, "utf8") : null;
  const events = adapter.events.map(({ name }) => name);
  if (agent === "opencode") {
    const { program, args } = place.launch;
    return {
      agent,
      file,
      before,
      after: opencodePlugin({ program, args: [...args, "hook", agent] }, place.trailing),
      events,
      snippets: [],
    };
  }
  if (file.endsWith(".toml")) {
    const snippet = `${before !== null && !before.endsWith("\n") ? "\n" : ""}\n${tomlHooks(adapter, place)}`;
    return { agent, file, before, after: (before ?? "") + snippet, events, snippets: [snippet] };
  }
  let after = before === null || before.trim() === "" ? "{}\n" : before;
  const snippets: string[] = [];
  if (agent === "cursor" && !parseJsonText(after).members.some(({ key }) => key === "version")) {
    const added = addMember(after, "version", 1);
    after = added.text;
    snippets.push(added.snippet);
  }
  for (const { name, timeout } of adapter.events) {
    if (hasOurs(after, ["hooks", name], agent)) continue;
    const added = appendTo(after, ["hooks", name], entryFor(adapter, place, name, timeout));
    after = added.text;
    snippets.push(added.snippet);
  }
  return { agent, file, before, after, events, snippets };
}

/** Writes what was planned, and keeps what undoes it. */
export function install(plan: InstallPlan, home: string, what: RecordName = plan.agent): void {
  const { agent, file, before, after, snippets, events } = plan;
  const known = installRecord(home, what, file);
  const record: InstallRecord = {
    agent,
    file,
    // On a second installation the first state remains the one to restore.
    before: known === null ? before : known.before,
    afterSha256: sha256(after),
    snippets: known === null ? snippets : [...known.snippets, ...snippets],
    events,
  };
  const records = recordsOf(home, what).filter((one) => one.file !== file);
  writeWhole(recordFile(home, what), `${JSON.stringify([...records, record], null, 2)}\n`, 0o600);
  writeWhole(file, after, before === null ? 0o600 : statSync(file).mode & 0o777);
}

/** What uninstalling did to a file. */
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
  const { name: agent } = adapter;
  const file = configFile(agent, place);
  const record = installRecord(place.home, agent, file);
  const now = existsSync(file) ? readFileSync(file, "utf8") : null;
  let how: Uninstalled["how"] = "absent";
  if (now !== null && record !== null && sha256(now) === record.afterSha256) {
    if (record.before === null) rmSync(file);
    else writeWhole(file, record.before, statSync(file).mode & 0o777);
    how = record.before === null ? "deleted" : "restored";
  } else if (now !== null) {
    const left = agent === "opencode" ? null : withoutOurs(now, adapter, record);
    if (left === null && agent === "opencode" && now.includes("loci hooks install opencode")) {
      rmSync(file);
      how = "deleted";
    } else if (left !== null && left !== now) {
      writeWhole(file, left, statSync(file).mode & 0o777);
      how = "removed";
    }
  }
  const others = recordsOf(place.home, agent).filter((one) => one.file !== file);
  if (others.length === 0) rmSync(recordFile(place.home, agent), { force: true });
  else writeWhole(recordFile(place.home, agent), `${JSON.stringify(others, null, 2)}\n`, 0o600);
  return { file, how };
}

/** Removes one installed piece by its record: restores the file byte for byte where nothing else changed, else removes the inserted text. */
export function takeOut(home: string, what: RecordName, file: string): Uninstalled {
  const record = installRecord(home, what, file);
  const now = existsSync(file) ? readFileSync(file, "utf8") : null;
  let how: Uninstalled["how"] = "absent";
  if (record !== null && now !== null) {
    let left = now;
    if (sha256(now) === record.afterSha256) left = record.before ?? "";
    else for (const snippet of record.snippets.toReversed()) left = left.replace(snippet, () => "");
    if (left === "" && record.before === null) rmSync(file);
    else if (left !== now) writeWhole(file, left, statSync(file).mode & 0o777);
    how = left === now ? "absent" : left === "" ? "deleted" : left === record.before ? "restored" : "removed";
  }
  const others = recordsOf(home, what).filter((one) => one.file !== file);
  if (others.length === 0) rmSync(recordFile(home, what), { force: true });
  else writeWhole(recordFile(home, what), `${JSON.stringify(others, null, 2)}\n`, 0o600);
  return { file, how };
}

/** Which events have a hook of ours in the agent's settings now. */
export function installedEvents(adapter: AgentAdapter, place: InstallPlace): readonly string[] {
  const file = configFile(adapter.name, place);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  if (adapter.name === "opencode")
    return text.includes("loci hooks install opencode") ? adapter.events.map(({ name }) => name) : [];
  if (file.endsWith(".toml")) return text.includes(TOML_BEGIN) ? adapter.events.map(({ name }) => name) : [];
  return adapter.events.flatMap(({ name }) => (hasOurs(text, ["hooks", name], adapter.name) ? [name] : []));
}

/** The command of an installed hook as the agent would start it; null for one that is called over HTTP. */
export function installedLaunch(adapter: AgentAdapter, { launch, trailing }: InstallPlace, event: string): Launch {
  return { program: launch.program, args: [...launch.args, "hook", adapter.name, event, ...trailing] };
}

function entryFor(adapter: AgentAdapter, place: InstallPlace, event: string, timeout: number): object {
  const { name: agent } = adapter;
  const { program, args } = installedLaunch(adapter, place, event);
  if (agent === "cursor") return { command: shellLine([program, ...args]), timeout };
  if (agent === "claude-code") {
    if (place.http !== null) {
      const { url, tokenVariable } = place.http;
      const headers = { Authorization: `Bearer $${tokenVariable}` };
      return {
        hooks: [
          { type: "http", url: `${url}/hooks/${agent}/${event}`, headers, allowedEnvVars: [tokenVariable], timeout },
        ],
      };
    }
    return { hooks: [{ type: "command", command: program, args, timeout }] };
  }
  const command = shellLine([program, ...args]);
  if (agent === "gemini") return { hooks: [{ name: `loci-${event}`, type: "command", command, timeout }] };
  return { hooks: [{ type: "command", command, commandWindows: windowsLine([program, ...args]), timeout }] };
}

function tomlHooks(adapter: AgentAdapter, place: InstallPlace): string {
  const entries = adapter.events.map(({ name, timeout }) => {
    const { program, args } = installedLaunch(adapter, place, name);
    return `[[hooks.${name}]]\n[[hooks.${name}.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(shellLine([program, ...args]))}\ntimeout = ${timeout}\n`;
  });
  return `${TOML_BEGIN}\n${entries.join("\n")}${TOML_END}\n`;
}

/** For agents that take one line for a shell: every word that isn't plain is quoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function windowsLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@+=:,.\\/-]+$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`)).join(" ");
}

/** Whether an entry of an agent's settings calls us, however it is written. */
function isLociEntry(agent: AgentName): (entry: unknown) => boolean {
  const one = (entry: unknown): boolean => {
    const fields = fieldsOf(entry);
    if (fields === null) return false;
    const args = Array.isArray(fields["args"]) ? fields["args"].join(" ") : "";
    const line = `${String(fields["command"] ?? "")} ${args}`;
    if (/\bloci(?:\.js)?\b/u.test(line) && new RegExp(`\\bhook ${agent}\\b`, "u").test(line)) return true;
    return typeof fields["url"] === "string" && fields["url"].includes(`/hooks/${agent}/`);
  };
  return (entry) => {
    const hooks = fieldsOf(entry)?.["hooks"];
    return one(entry) || (Array.isArray(hooks) && hooks.length > 0 && hooks.every(one));
  };
}

function hasOurs(text: string, path: readonly string[], agent: AgentName): boolean {
  let node = parseJsonText(text);
  for (const key of path) {
    const member = node.members.find((one) => one.key === key);
    if (member === undefined) return false;
    node = member.value;
  }
  return node.elements.some((element) => isLociEntry(agent)(element.value()));
}

/** The text without our entries: piece by piece as they were put in, else entry by entry. */
function withoutOurs(text: string, adapter: AgentAdapter, record: InstallRecord | null): string {
  if (text.includes(TOML_BEGIN)) {
    const from = text.indexOf(TOML_BEGIN);
    const to = text.indexOf(TOML_END, from);
    return to < 0
      ? text
      : text.slice(0, from).replace(/\n\n$/u, "\n") + text.slice(to + TOML_END.length).replace(/^\n/u, "");
  }
  let left = text;
  for (const snippet of (record?.snippets ?? []).toReversed()) {
    const at = left.indexOf(snippet);
    if (at >= 0 && left.indexOf(snippet, at + 1) < 0) left = left.slice(0, at) + left.slice(at + snippet.length);
  }
  try {
    for (const { name } of adapter.events) left = removeFrom(left, ["hooks", name], isLociEntry(adapter.name)).text;
  } catch (thrown) {
    // A piece that was taken out left no JSON: entry by entry then, from what is there.
    if (!(thrown instanceof LociError)) throw thrown;
    left = text;
    for (const { name } of adapter.events) left = removeFrom(left, ["hooks", name], isLociEntry(adapter.name)).text;
  }
  return left;
}

function recordFile(home: string, agent: RecordName): string {
  return join(home, "hooks", `${agent}.json`);
}

function recordsOf(home: string, agent: RecordName): readonly InstallRecord[] {
  const file = recordFile(home, agent);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as InstallRecord[]) : [];
}

/** The record of an installation into a file; null for none. */
function installRecord(home: string, agent: RecordName, file: string): InstallRecord | null {
  return recordsOf(home, agent).find((one) => one.file === file) ?? null;
}

/** Folders of the user's are made as his are, not as those of the data folder. */
function writeWhole(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, text, { durable: true, mode });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
