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
 *
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
