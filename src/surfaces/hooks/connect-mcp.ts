import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addMember, parseJsonText } from "./config-json.ts";
import type { AgentName } from "./hook-event.ts";
import type { InstallPlace, InstallPlan } from "./install.ts";

/** Marks what is ours in TOML. */
const TOML_BEGIN = "# begin of the MCP server of Loci ('loci setup codex --remove' removes it)";
const TOML_END = "# end of the MCP server of Loci";

/** Where an agent keeps its MCP servers, and under which name. */
export function mcpFile(
  agent: AgentName,
  { userHome, folder }: Pick<InstallPlace, "userHome" | "folder">,
): { readonly file: string; readonly key: string } {
  switch (agent) {
    case "claude-code":
      return { file: folder === null ? join(userHome, ".claude.json") : join(folder, ".mcp.json"), key: "mcpServers" };
    case "gemini":
      return { file: join(folder ?? userHome, ".gemini", "settings.json"), key: "mcpServers" };
    case "cursor":
      return { file: join(folder ?? userHome, ".cursor", "mcp.json"), key: "mcpServers" };
    case "codex":
      return { file: join(folder ?? userHome, ".codex", "config.toml"), key: "mcp_servers" };
    case "opencode":
      return {
        file: folder === null ? join(userHome, ".config", "opencode", "opencode.json") : join(folder, "opencode.json"),
        key: "mcp",
      };
  }
}

/**
 * What connecting Loci's MCP server would change. Changes nothing.
 *
 * @throws LociError `USAGE` for settings that are no JSON
 */
export function planMcp(agent: AgentName, place: InstallPlace): InstallPlan {
  const { file, key } = mcpFile(agent, place);
  const before = existsSync(file) ? readFileSync(file, "utf8") : null;
  const { program, args } = place.launch;
  const words = [...args, "mcp", ...place.trailing];
  const plan = (after: string, snippets: readonly string[]): InstallPlan => ({
    agent,
    file,
    before,
    after,
    events: ["mcp"],
    snippets,
  });
  if (agent === "codex") {
    if (before !== null && /^\s*\[mcp_servers\.loci\]/mu.test(before)) return plan(before, []);
    const snippet =
      `${before === null || before.endsWith("\n") ? "" : "\n"}\n${TOML_BEGIN}` +
      `\n[mcp_servers.loci]\ncommand = ${JSON.stringify(program)}\nargs = ${JSON.stringify(words)}\n` +
      `${TOML_END}\n`;
    return plan((before ?? "") + snippet, [snippet]);
  }
  const text = before === null || before.trim() === "" ? "{}\n" : before;
  const server =
    agent === "opencode"
      ? { type: "local", command: [program, ...words], enabled: true }
      : { command: program, args: words };
  const servers = parseJsonText(text).members.find((one) => one.key === key);
  if (servers?.value.members.some((one) => one.key === "loci") === true) return plan(text, []);
  const { text: after, snippet } = addMember(text, key, { loci: server }, "loci");
  return plan(after, [snippet]);
}
