/** How programs begin what they put into a user's place: notifications, output of commands, wake-ups, summaries. */
const MACHINE_STARTS =
  /^\s*(?:<(?:task-notification|task_notification|system-reminder|local-command-(?:stdout|stderr|caveat)|command-(?:name|message|args|stdout)|bash-(?:input|stdout|stderr)|user-prompt-submit-hook|session-start-hook|teammate-message|agent-notification|background-task|cron|scheduled-task|environment_context|user_instructions|turn_aborted|subagent_notification|session_context|new-diagnostics|ide_(?:opened_file|selection|diagnostics)|mcp-resource-update|channel|tick|auto-memory|stop-hook)[\s>/-]|\[(?:Request interrupted by user|SYSTEM NOTIFICATION|Automated message|Scheduled (?:task|wake-?up)|Cron|Heartbeat|Background task|Image: (?:source|original))|Caveat: The messages below were generated|This session is being continued from a previous conversation|(?:Stop|SubagentStop|PreToolUse|PostToolUse) hook (?:feedback|blocking error|additional context)|(?:Async hook|Background (?:command|task|shell|agent)) .{0,200}(?:completed|finished|exited|failed|stopped)|(?:SessionStart|UserPromptSubmit|PreToolUse|PostToolUse|Stop|SubagentStop)(?::\S*)? hook\b|Your task is to create a detailed summary of the conversation so far|Base directory for this skill:|Unknown (?:slash command|skill):|# AGENTS\.md instructions|API Error:)/iu;

/** Sources of a prompt that stand for a person: typed, or handed over by the program that a person uses. */
const PERSONS: ReadonlySet<string> = new Set(["user", "sdk", "human", "typed", "keyboard", "interactive", "ide"]);

/**
 * Whether a prompt was written by a program rather than by the user.
 *
 * @param source what the agent says of its origin; null where it doesn't
 * @example isMachineWritten("<task-notification>tests finished</task-notification>", null) // true
 */
export function isMachineWritten(prompt: string, source: string | null): boolean {
  return (source !== null && source !== "" && !PERSONS.has(source.toLowerCase())) || MACHINE_STARTS.test(prompt);
}
