import type { AgentMessage } from "../../index.ts";
import type { Fields } from "../../text/fields.ts";

export const AGENTS = ["claude-code", "codex", "gemini", "cursor", "opencode"] as const;
export type AgentName = (typeof AGENTS)[number];

/** Where in a session a hook is called, whatever the agent calls it. */
export type HookPhase =
  | "session-start"
  | "prompt"
  | "turn-end"
  | "before-compaction"
  | "after-compaction"
  | "session-end";

export interface HookEvent {
  readonly agent: AgentName;
  /** As the agent names it. */
  readonly name: string;
  readonly phase: HookPhase;
  readonly session: string;
  /** The folder that the agent works in; null where it doesn't say. */
  readonly cwd: string | null;
  /** The agent's own record of the session; null where it has none, or not yet. */
  readonly transcript: string | null;
  /** Names the turn, where the agent does. */
  readonly turn: string | null;
  readonly prompt: string | null;
  /** Who wrote the prompt, as the agent says; null where it doesn't. */
  readonly promptSource: string | null;
  readonly reply: string | null;
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | null;
  /** The summary that a compaction left. */
  readonly summary: string | null;
  /** A helper of the agent, not the agent itself. */
  readonly subagent: string | null;
  /** Messages that the payload itself holds, for agents without a transcript file. */
  readonly messages: readonly AgentMessage[];
}

/** What the hook answers: passages for the model, a line for the user. */
export interface HookAnswer {
  readonly context: string | null;
  readonly notice: string | null;
}

export interface DeclaredEvent {
  readonly name: string;
  readonly phase: HookPhase;
  /** In the unit that the agent's configuration counts in. */
  readonly timeout: number;
}

/** How Loci is started: a program and its arguments, never a line for a shell. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
}

/** What is known of one agent: where it keeps things, what it calls and what it wants to hear. */
export interface AgentAdapter {
  readonly name: AgentName;
  readonly title: string;
  readonly events: readonly DeclaredEvent[];
  /** The variable that names another place for a folder of the user's, and which; null where there is none. */
  readonly moved: readonly [variable: string, folder: string] | null;
  /** Below the user's folder. */
  readonly hooksFile: string;
  readonly mcpFile: string;
  /** The member of that file that holds the servers. */
  readonly mcpKey: string;
  /** Where it keeps what was said with it: below the user's folder, or below the one that a variable names. */
  readonly histories: readonly (readonly [variable: string | null, path: string])[];
  /** The agent waits for JSON and nothing else, also where there is nothing to say. */
  readonly alwaysAnswers: boolean;
  /** Reads a payload. @returns null for an event that isn't one of ours */
  readonly read: (name: string, payload: Fields) => HookEvent | null;
  /** What is written on standard output; empty for nothing. */
  readonly answer: (event: Pick<HookEvent, "name" | "phase">, answer: HookAnswer) => string;
  readonly afterInstall: (events: number) => string;
}
