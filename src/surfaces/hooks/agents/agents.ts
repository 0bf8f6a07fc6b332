import { type AgentAdapter, type AgentName, AGENTS } from "../hook-event.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";

const ADAPTERS: Readonly<Record<AgentName, AgentAdapter>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  cursor,
  opencode,
};

/** The adapter of an agent; null for a name that is none. */
export function adapterOf(name: string): AgentAdapter | null {
  return (AGENTS as readonly string[]).includes(name) ? ADAPTERS[name as AgentName] : null;
}
