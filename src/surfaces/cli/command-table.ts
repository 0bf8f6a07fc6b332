import { hasExtension, loadExtension } from "../../extension.ts";
import type { CommandEntry, CommandModule } from "./command.ts";
import alsoCalled from "./also-called.json" with { type: "json" };

/** A module of one command, or of several by their names. */
type Loaded = { readonly command: CommandModule } | { readonly commands: Readonly<Record<string, CommandModule>> };
/** A command: one line for the list of commands, its module, and whether it is called by programs and not listed. */
type Row = readonly [summary: string, load: () => Promise<Loaded>, hidden?: "hidden"];

/** Of an extension: there where its folder is. */
const TELEGRAM: Row = ["talk to the project over Telegram", () => loadExtension("telegram")];

/** By the heading that they stand under, then by name. */
const BY_GROUP: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  "What goes in": {
    index: ["index files and folders, or bring every source up to date", () => import("./commands/index.ts")],
    mine: ["index chats of other tools", () => import("./commands/index.ts")],
    add: ["remember a passage, word for word", () => import("./commands/drawers.ts")],
    forget: ["delete passages, and prove that they are gone", () => import("./commands/drawers.ts")],
    watch: ["keep sources current", () => import("./commands/watch.ts")],
    setup: ["connect an agent: its history, MCP, hooks, its first brief", () => import("./commands/setup.ts")],
    hooks: ["let agents remember without being told", () => import("./commands/hooks.ts")],
  },
  "What comes out": {
    search: ["find passages", () => import("./commands/search.ts")],
    ask: ["ask a question; the citations of its answer are checked", () => import("./commands/ask.ts")],
    verify: ["check the quotes of an answer against the stored text", () => import("./commands/expand.ts")],
    expand: ["open passages: the exact text, and what stands around it", () => import("./commands/expand.ts")],
    facts: ["ranked lists and favourites: state, ask, change, take back", () => import("./commands/facts.ts")],
    serve: ["serve everything over HTTP on this machine", () => import("./commands/serve.ts")],
    mcp: ["serve agents over the Model Context Protocol", () => import("./commands/mcp.ts")],
    chat: ["talk to the project in the terminal; list, read and delete chats", () => import("./commands/chat.ts")],
    ...(hasExtension("telegram") && { telegram: TELEGRAM }),
    inject: [
      "what memory adds to an agent's prompt, or why it is silent",
      () => import("./commands/brief.ts"),
      "hidden",
    ],
  },
  "The palace": {
    palace: ["look at wings, rooms, closets and tunnels, or correct them", () => import("./commands/palace.ts")],
    "wake-up": ["a brief for the start of a session", () => import("./commands/brief.ts")],
  },
  Housekeeping: {
    flush: ["sum up what is stored, each point proved by a quote", () => import("./commands/brief.ts")],
    status: ["show how the project stands", () => import("./commands/status.ts")],
    spend: ["show who used how much of the language model", () => import("./commands/status.ts")],
    sources: ["list sources and runs, or remove one", () => import("./commands/sources.ts")],
    projects: ["list the projects; rename, merge and split them", () => import("./commands/projects.ts")],
    doctor: ["check everything, and name the next step", () => import("./commands/doctor.ts")],
    secrets: ["find keys and passwords in what was said, and remove them", () => import("./commands/secrets.ts")],
    tokens: ["issue, list and end tokens of the HTTP service", () => import("./commands/tokens.ts")],
    config: ["show and change settings", () => import("./commands/config.ts")],
    eval: ["measure on questions of your own", () => import("./commands/eval.ts")],
    data: ["back up, restore, move, rebuild, migrate, import", () => import("./commands/data.ts")],
    completion: ["print the completion script of a shell", () => import("./commands/completion.ts")],
  },
};

/**
 * Every command. To add one: a file in `commands/` that exports `command` (or `commands`, where several are one subject), and a line above;
 * help, completion, docs and the test of the docs follow. A module is loaded only when its command runs.
 */
export const COMMANDS: readonly CommandEntry[] = Object.entries(BY_GROUP).flatMap(([group, rows]) =>
  Object.entries(rows).map(([name, [summary, load, hidden]]) => ({
    name,
    summary,
    group,
    ...(hidden && { hidden: true as const }),
    load: async () => {
      const loaded = await load();
      return "command" in loaded ? loaded.command : (loaded.commands[name] as CommandModule);
    },
  })),
);

/**
 * What people type who come from other tools: words of everyday use, and the commands of mem0, qmd, memsearch, MemPalace, git and npm, by the
 * commands and flags of ours that they may mean.
 */
const ALSO_CALLED: Readonly<Record<string, string>> = alsoCalled;

/** The commands that a word may mean that is none; else what a part of it means (`get-all`). */
export function commandsMeant(word: string): readonly string[] {
  const meant = (said: string) =>
    Object.keys(ALSO_CALLED).filter((command) => ALSO_CALLED[command]?.split(" ").includes(said));
  const said = word.toLowerCase();
  return [said, ...said.split("-")].map(meant).find((commands) => commands.length > 0) ?? [];
}
