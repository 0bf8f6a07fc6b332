import { hasExtension, loadExtension } from "../../extension.ts";
import type { CommandEntry, CommandModule } from "./command.ts";

const ADDING = "What goes in";
const READING = "What comes out";
const THE_PALACE = "The palace";
const HOUSEKEEPING = "Housekeeping";

/** Of an extension: there where its folder is. */
const TELEGRAM: CommandEntry = {
  name: "telegram",
  summary: "talk to the project over Telegram",
  group: READING,
  load: async () => (await loadExtension<{ readonly command: CommandModule }>("telegram")).command,
};

/**
 * Every command. To add one: a file in `commands/` that exports `command`, and a line here; help, completion, docs and the
 * test of the docs follow. A module is loaded only when its command runs.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "index",
    summary: "index files and folders, or bring every source up to date",
    group: ADDING,
    load: async () => (await import("./commands/index.ts")).command,
  },
  {
    name: "mine",
    summary: "index chats of other tools",
    group: ADDING,
    load: async () => (await import("./commands/mine.ts")).command,
  },
  {
    name: "add",
    summary: "add a passage by hand, word for word",
    group: ADDING,
    load: async () => (await import("./commands/add.ts")).command,
  },
  {
    name: "forget",
    summary: "forget passages, and prove it",
    group: ADDING,
    load: async () => (await import("./commands/forget.ts")).command,
  },
  {
    name: "watch",
    summary: "keep sources current",
    group: ADDING,
    load: async () => (await import("./commands/watch.ts")).command,
  },
  {
    name: "search",
    summary: "find passages",
    group: READING,
    load: async () => (await import("./commands/search.ts")).command,
  },
  {
    name: "ask",
    summary: "ask a question; the citations of its answer are checked",
    group: READING,
    load: async () => (await import("./commands/ask.ts")).command,
  },
  {
    name: "verify",
    summary: "check the quotes of an answer against the stored text",
    group: READING,
    load: async () => (await import("./commands/verify.ts")).command,
  },
  {
    name: "expand",
    summary: "open passages: the exact text, and what stands around it",
    group: READING,
    load: async () => (await import("./commands/expand.ts")).command,
  },
  {
    name: "facts",
    summary: "ranked lists and favourites: state, ask, change, take back",
    group: READING,
    load: async () => (await import("./commands/facts.ts")).command,
  },
  {
    name: "chats",
    summary: "list, read and delete chats that go on in the project",
    group: READING,
    load: async () => (await import("./commands/chats.ts")).command,
  },
  {
    name: "serve",
    summary: "serve everything over HTTP on this machine",
    group: READING,
    load: async () => (await import("./commands/serve.ts")).command,
  },
  {
    name: "mcp",
    summary: "serve agents over the Model Context Protocol",
    group: READING,
    load: async () => (await import("./commands/mcp.ts")).command,
  },
  {
    name: "palace",
    summary: "look at wings, rooms, closets and tunnels, or correct them",
    group: THE_PALACE,
    load: async () => (await import("./commands/palace.ts")).command,
  },
  {
    name: "wake-up",
    summary: "a brief for the start of a session",
    group: THE_PALACE,
    load: async () => (await import("./commands/wake-up.ts")).command,
  },
  {
    name: "chat",
    summary: "talk to the project in the terminal",
    group: READING,
    load: async () => (await import("./commands/chat.ts")).command,
  },
  ...(hasExtension("telegram") ? [TELEGRAM] : []),
  {
    name: "inject",
    summary: "what memory adds to an agent's prompt, or why it is silent",
    group: READING,
    hidden: true,
    load: async () => (await import("./commands/inject.ts")).command,
  },
  {
    name: "setup",
    summary: "connect an agent: its history, MCP, hooks, a first question",
    group: ADDING,
    load: async () => (await import("./commands/setup.ts")).command,
  },
  {
    name: "hooks",
    summary: "let agents remember without being told",
    group: ADDING,
    load: async () => (await import("./commands/hooks.ts")).command,
  },
  {
    name: "flush",
    summary: "sum up what is stored, each point proved by a quote",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/flush.ts")).command,
  },
  {
    name: "status",
    summary: "say how the project stands",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/status.ts")).command,
  },
  {
    name: "spend",
    summary: "say who used how much of the language model",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/spend.ts")).command,
  },
  {
    name: "sources",
    summary: "list sources and runs, or remove one",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/sources.ts")).command,
  },
  {
    name: "projects",
    summary: "list the projects; rename, merge and split them",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/projects.ts")).command,
  },
  {
    name: "doctor",
    summary: "check everything and say the next step",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/doctor.ts")).command,
  },
  {
    name: "secrets",
    summary: "find keys and passwords in what was said, and scrub the memory of them",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/secrets.ts")).command,
  },
  {
    name: "tokens",
    summary: "issue, list and end tokens of the HTTP service",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/tokens.ts")).command,
  },
  {
    name: "config",
    summary: "show and change settings",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/config.ts")).command,
  },
  {
    name: "eval",
    summary: "measure on questions of your own",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/eval.ts")).command,
  },
  {
    name: "data",
    summary: "back up, restore, move, rebuild, migrate, import",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/data.ts")).command,
  },
  {
    name: "completion",
    summary: "print the completion script of a shell",
    group: HOUSEKEEPING,
    load: async () => (await import("./commands/completion.ts")).command,
  },
];
