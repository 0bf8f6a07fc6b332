import { messageRole } from "../../model/message-role.ts";
import type { TranscriptFormat, TranscriptItem } from "../../model/transcript-read.ts";
import { CUT_SIGN } from "../../text/fence-form.ts";
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
 *
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
