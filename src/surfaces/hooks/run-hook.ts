import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSession, Injection, Project, AgentMessage } from "../../index.ts";
import type { Fields } from "../../text/fields.ts";
import type { AgentAdapter, HookAnswer, HookEvent } from "./hook-event.ts";

export interface HookContext {
  /** The project of a folder; null where nothing was kept yet and `make` isn't set. */
  readonly project: (cwd: string | null, make: boolean) => Promise<Project | null>;
  /** Queues a session to be recorded by another process or later by this one. */
  readonly record: (session: AgentSession, cwd: string | null) => Promise<void>;
  /** What a compaction left, kept until the session begins again. */
  readonly summaries: {
    keep(session: string, summary: string): Promise<void>;
    take(session: string): Promise<string | null>;
  };
  /** Whether projects stay open, so that what needs no memory is noted too. */
  readonly staysOpen: boolean;
  /** Whether Cursor has its own Loci hooks, so that those of Claude Code stay silent there. */
  readonly cursorHasOwn: () => boolean;
  /** Aborts when nobody waits for the answer any more: the hook's process has done the work itself. */
  readonly signal?: AbortSignal;
  /** Bounds the hook's time; one that never ends sets no bound. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Time that a hook takes at most, milliseconds. Agents wait much longer, but a person sits before them. */
const BUDGET_MS: Readonly<Record<HookEvent["phase"], number>> = {
  "session-start": 3_000,
  prompt: 1_500,
  "turn-end": 800,
  "before-compaction": 800,
  "after-compaction": 800,
  "session-end": 800,
};

const NOTHING: HookAnswer = { context: null, notice: null };

/**
 * Runs one hook. Never throws: whatever goes wrong, the agent goes on, and the user sees one line.
 * @returns what is written on standard output
 */
export async function runHook(
  adapter: AgentAdapter,
  { event: name, payload }: { readonly event: string; readonly payload: Fields },
  context: HookContext,
): Promise<string> {
  const event = adapter.read(name, payload);
  const shape = { name, phase: event?.phase ?? "turn-end" };
  if (event === null) return adapter.alwaysAnswers ? adapter.answer(shape, NOTHING) : "";
  const late = context.sleep(BUDGET_MS[event.phase]).then((): HookAnswer => ({
    context: null,
    notice: `memory unavailable: no answer within ${BUDGET_MS[event.phase] / 1_000} s`,
  }));
  const working = answerTo(event, adapter, context).catch((thrown: unknown): HookAnswer => ({
    context: null,
    notice: unavailable(thrown),
  }));
  return adapter.answer(shape, await Promise.race([working, late]));
}

/** One line, without a stack trace. */
export function unavailable(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return `memory unavailable: ${message.split("\n")[0]?.slice(0, 200) ?? ""}`;
}

async function answerTo(event: HookEvent, adapter: AgentAdapter, context: HookContext): Promise<HookAnswer> {
  switch (event.phase) {
    case "session-start":
      return await atStart(event, adapter, context);
    case "prompt":
      return await atPrompt(event, context);
    case "after-compaction":
      if (event.summary !== null) await context.summaries.keep(event.session, event.summary);
      await context.record(await sessionOf(event), event.cwd);
      return NOTHING;
    default:
      await context.record(await sessionOf(event), event.cwd);
      return NOTHING;
  }
}

async function atStart(event: HookEvent, adapter: AgentAdapter, context: HookContext): Promise<HookAnswer> {
  // Helpers get their context from their agent; in Cursor our own hook has answered already.
  if (event.subagent !== null || (event.agent !== adapter.name && context.cursorHasOwn())) return NOTHING;
  const project = await context.project(event.cwd, false);
  const isGone = event.cwd !== null && !existsSync(event.cwd);
  const notice = isGone ? "the folder isn't there: memory of it where a project knows it, else of none" : null;
  if (project === null) return { context: null, notice };
  const summary = event.source === "compact" ? await context.summaries.take(event.session) : null;
  const brief = await project.sessionBrief({
    session: event.session,
    client: event.agent,
    signal: context.signal,
    ...(event.source !== null && { source: event.source }),
    ...(event.transcript !== null && { transcript: { path: event.transcript, agent: event.agent } }),
    ...(summary !== null && { summary }),
  });
  return { context: brief.text === "" ? null : brief.text, notice };
}

async function atPrompt(event: HookEvent, context: HookContext): Promise<HookAnswer> {
  const machine = await isMachine(event);
  // The transcript contains the prompt, but only the hook knows that a program wrote it.
  if (event.transcript === null || machine) await context.record(await sessionOf(event), event.cwd);
  // A prompt's hook of Cursor takes no context.
  if (event.prompt === null || event.subagent !== null || event.agent === "cursor") return NOTHING;
  const { needOf } = await import("../../index.ts");
  // Most prompts need no memory: for them nothing is opened.
  if (!context.staysOpen && !needOf(event.prompt, event.promptSource).needsMemory) return NOTHING;
  const project = await context.project(event.cwd, false);
  if (project === null) return NOTHING;
  const added: Injection = await project.inject(event.prompt, {
    session: event.session,
    client: event.agent,
    signal: context.signal,
    ...(event.promptSource !== null && { source: event.promptSource }),
  });
  return { context: added.text === "" ? null : added.text, notice: null };
}

/** Whether the agent says that a program wrote the event's prompt. The rule is loaded where it says anything. */
const isMachine = async ({ phase, promptSource }: HookEvent): Promise<boolean> =>
  phase === "prompt" && promptSource !== null && (await import("../../index.ts")).isProgram(promptSource);

/** What is to be recorded of an event: the transcript where there is one, else what the payload tells. */
export async function sessionOf(event: HookEvent): Promise<AgentSession> {
  const { agent, session, transcript, prompt, reply, turn, subagent } = event;
  const machine = prompt !== null && (await isMachine(event));
  const machinePrompts = machine ? [createHash("sha256").update(prompt).digest("hex")] : [];
  const readable = transcript !== null && ["claude-code", "codex", "gemini"].includes(agent);
  if (readable) return { agent, session, transcript, machinePrompts };
  const id = (role: string, text: string): string =>
    `hook-${turn ?? "turn"}-${role}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
  const own: AgentMessage[] = [];
  if (prompt !== null && (event.phase === "prompt" || event.phase === "turn-end"))
    own.push({ id: id("user", prompt), role: "user", text: prompt, subagent: subagent !== null });
  if (reply !== null)
    own.push({ id: id("assistant", reply), role: "assistant", text: reply, subagent: subagent !== null });
  return { agent, session, transcript: null, messages: [...event.messages, ...own], machinePrompts };
}

/** Whether a project was made. @param project its folder */
export const projectExists = (project: string): boolean => existsSync(join(project, "catalog.sqlite"));
