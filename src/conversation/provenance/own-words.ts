import { messageRole } from "../../model/message-role.ts";
import type { TranscriptFormat, TranscriptItem } from "../../model/transcript-read.ts";
import { CUT_SIGN } from "../../text/evidence.ts";
import { asksLoci, withoutEcho } from "./echo.ts";

/** Transcripts of agents, which bring back what Loci gave them. Chats of people keep every byte. */
const AGENTS: ReadonlySet<TranscriptFormat | null> = new Set([
  ...(["claude-code", "codex", "gemini", "cursor", "opencode", "copilot", "copilot-cli", "cline", "qwen"] as const),
  ...(["pi", "kimi", "droid", "amp", "aider", "specstory", "claude-code-screen", "claude-memory", "messages"] as const),
]);

/** Whether transcripts of this form are an agent's. */
export function isAgents(format: TranscriptFormat | null): boolean {
  return AGENTS.has(format);
}

/**
 * What an agent's transcript holds without Loci's own words: calls of our tools and what they gave back are left out, fences and briefs in
 * other messages are cut. What was left out or cut is said as skipped. The one place that does so, for whatever reads a transcript.
 * @param isOurs whether a fence's nonce was signed by this home
 */
export async function* withoutOwnWords(
  content: AsyncIterable<TranscriptItem>,
  isOurs: (nonce: string) => boolean,
): AsyncGenerator<TranscriptItem> {
  let entry = 0;
  /** Calls whose results are still to come: of ours, and of other tools. */
  let [ours, others] = [0, 0];
  for await (const item of content) {
    entry++;
    if ("skipped" in item || "titled" in item) {
      yield item;
      continue;
    }
    const cut = { skipped: { line: item.line ?? entry, reason: "Loci's own words" } };
    const role = messageRole(item.role);
    if (role === "tool_call") {
      if (asksLoci(item.text)) {
        ours++;
        yield cut;
        continue;
      }
      others++;
    } else if (role !== "tool_result") [ours, others] = [0, 0];
    const { text, cuts } = withoutEcho(item.text, isOurs);
    if (role === "tool_result") {
      // Some clients tell call and result as one.
      if (asksLoci(item.text) || (ours > 0 && (cuts > 0 || others === 0))) {
        ours = Math.max(0, ours - 1);
        yield cut;
        continue;
      }
      others = Math.max(0, others - 1);
    }
    if (cuts > 0) yield cut;
    if (cuts === 0 || text !== CUT_SIGN) yield text === item.text ? item : { ...item, text };
  }
}

/** How programs begin what they put into a user's place: notifications, output of commands, wake-ups, summaries. */
const MACHINE_STARTS = new RegExp(
  String.raw`^\s*(?:<(?:task-notification|task_notification|system-reminder|local-command-(?:stdout|stderr` +
    String.raw`|caveat)|command-(?:name|message|args|stdout)|bash-(?:input|stdout|stderr)` +
    String.raw`|user-prompt-submit-hook|session-start-hook|teammate-message|agent-notification|background-task` +
    String.raw`|cron|scheduled-task|environment_context|user_instructions|turn_aborted|subagent_notification` +
    String.raw`|session_context|new-diagnostics|ide_(?:opened_file|selection|diagnostics)|mcp-resource-update` +
    String.raw`|channel|tick|auto-memory|stop-hook)[\s>/-]|\[(?:Request interrupted by user|SYSTEM NOTIFICATION` +
    String.raw`|Automated message|Scheduled (?:task|wake-?up)|Cron|Heartbeat|Background task|Image: (?:source` +
    String.raw`|original))|Caveat: The messages below were generated` +
    String.raw`|This session is being continued from a previous conversation|(?:Stop|SubagentStop|PreToolUse` +
    String.raw`|PostToolUse) hook (?:feedback|blocking error|additional context)|(?:Async hook` +
    String.raw`|Background (?:command|task|shell|agent)) .{0,200}(?:completed|finished|exited|failed|stopped)` +
    String.raw`|(?:SessionStart|UserPromptSubmit|PreToolUse|PostToolUse|Stop|SubagentStop)(?::\S*)? hook\b` +
    String.raw`|Your task is to create a detailed summary of the conversation so far` +
    String.raw`|Base directory for this skill:|Unknown (?:slash command|skill):|# AGENTS\.md instructions` +
    String.raw`|API Error:)`,
  "iu",
);

/** Sources of a prompt that stand for a person. A program that drives an agent (`sdk`) is none, in its transcripts too. */
const PERSONS: ReadonlySet<string> = new Set(["user", "human", "typed", "keyboard", "interactive", "ide"]);

/**
 * Whether a prompt was written by a program rather than by the user.
 * @param source what the agent says of its origin; null where it doesn't
 * @example isMachineWritten("<task-notification>tests finished</task-notification>", null) // true
 */
export function isMachineWritten(prompt: string, source: string | null): boolean {
  return isProgram(source) || MACHINE_STARTS.test(prompt);
}

/** Whether what an agent says of a prompt's origin is a program's name. */
export function isProgram(source: string | null): boolean {
  return source !== null && source !== "" && !PERSONS.has(source.toLowerCase());
}
