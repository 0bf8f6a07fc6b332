import { messageRole } from "../../model/message-role.ts";
import { AGENT_FORMATS, type TranscriptFormat, type TranscriptItem } from "../../model/transcript-read.ts";
import {
  BETWEEN_WORDS,
  CUT_SIGN,
  ESCAPED_MARK,
  FENCE_CLOSING,
  FENCE_OPENING,
  LEFT_ANGLE,
  LINE_BREAK,
  RIGHT_ANGLE,
} from "../../text/evidence.ts";
import { UNASKED } from "../prompt/fence.ts";

/** Transcripts of agents, which bring back what Loci gave them. Chats of people keep every byte. */
const AGENTS: ReadonlySet<TranscriptFormat | null> = new Set([...AGENT_FORMATS, "messages"]);

export const isAgents = (format: TranscriptFormat | null): boolean => AGENTS.has(format);

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
    String.raw`|Base directory for this skill:|Unknown (?:slash command|skill):|# AGENTS\.md instructions|API Error:)`,
  "iu",
);

/** Sources of a prompt that stand for a person. A program that drives an agent (`sdk`) is none, in its transcripts too. */
const PERSONS: ReadonlySet<string> = new Set(["user", "human", "typed", "keyboard", "interactive", "ide"]);

/**
 * Whether a prompt was written by a program rather than by the user.
 * @param source what the agent says of its origin; null where it doesn't
 * @example isMachineWritten("<task-notification>tests finished</task-notification>", null) // true
 */
export const isMachineWritten = (prompt: string, source: string | null): boolean =>
  isProgram(source) || MACHINE_STARTS.test(prompt);

/** Whether what an agent says of a prompt's origin is a program's name. */
export const isProgram = (source: string | null): boolean =>
  source !== null && source !== "" && !PERSONS.has(source.toLowerCase());

/**
 * Loci's own words, in what an agent's transcript brings back of them: fences of stored text with the words around them, in the frames that
 * clients put around what a hook or a tool gave. They are no evidence: what they quote is found where it was said.
 */

const LINE_END = new RegExp(LINE_BREAK, "gu");
/** What clients put before a line that they quote: a colour, its number, its file. */
const MARGIN = new RegExp(
  String.raw`\u001b\[[\d;]*m|^\s*(?:[\w./-]{1,120}[:-])?\d+[→:|\t-]|${ESCAPED_MARK}|\\{1,16}[trn]`,
  "gu",
);
/** The beginning of what an agent was given unasked, in which nothing follows the fence. */
const UNASKED_LEAD = new RegExp(
  Object.values(UNASKED)
    .map((lead) => lead.split(" ").slice(0, 7))
    .map((some) => some.map((word) => word.replaceAll(/[()]/gu, String.raw`\$&`)).join(BETWEEN_WORDS))
    .join("|"),
  "gu",
);
/** Frames that clients put around what a hook or a tool gave. */
const FRAMES = ["hook_context", "system-reminder", "additional_context", "additionalContext", "context", "tool_result"];
const [LEFT, RIGHT] = [LEFT_ANGLE, RIGHT_ANGLE];
const FRAME_TAG = new RegExp(`${LEFT}/?(?:${FRAMES.join("|")})${RIGHT}`, "gu");
const CLOSING_TAG = new RegExp(`${LEFT}/[A-Za-z_-]+${RIGHT}`, "u");
/** A frame around the sign of a cut, with nothing but its own text beside it. */
const CUT_FRAMES = FRAMES.map((name) => {
  const inside = String.raw`(?:(?!${LEFT}\/?${name}${RIGHT})[\s\S])*`;
  const sign = CUT_SIGN.replaceAll(/[[\]]/gu, String.raw`\$&`);
  return new RegExp(`${LEFT}${name}${RIGHT}${inside}?${sign}${inside}${LEFT}/${name}${RIGHT}`, "gu");
});

/**
 * Cuts what Loci itself had said out of a text: each fence whose nonce is signed, what we say before and behind it, and the frame around it. What
 * a client left of a fence that it cut short goes to the end. What a person wrote beside it stays, also where the client quoted, numbered or joined
 * lines. Pure.
 * @param isOurs whether a nonce was signed by this home; others' fences stay
 */
export function withoutEcho(text: string, isOurs: (nonce: string) => boolean) {
  if (!text.includes("DATA") && !text.includes("END")) return { text, cuts: 0 };
  let kept = "";
  let from = 0;
  let cuts = 0;
  for (const { index, end, whole } of ownFences(text, isOurs)) {
    if (index < from) continue;
    const lead = [...text.slice(from, index).matchAll(UNASKED_LEAD)].at(-1);
    const start = !whole ? index : lead === undefined ? paragraphStart(text, from, index) : from + lead.index;
    kept += text.slice(from, start) + CUT_SIGN;
    from = lead === undefined ? paragraphEnd(text, end) : end;
    cuts++;
  }
  if (cuts === 0) return { text, cuts };
  // Frames around nothing but the sign of a cut go with it.
  const framed = kept + text.slice(from);
  return { text: CUT_FRAMES.reduce((rest, frame) => rest.replaceAll(frame, CUT_SIGN), framed).trim(), cuts };
}

/** A line by which a client says that it left something out there. */
const LEFT_OUT =
  /^[^\p{L}\p{N}\n]*(?:(?:\d[\d,.]* )?(?:\p{L}+ ){0,3}(?:truncated|omitted|elided|cut|left out|removed|hidden)\b|…|\.{3})[^\n]{0,40}$/imu;

/**
 * Fences whose nonce is signed, in order. One whose head a client cut off, which isn't `whole`, begins where that says so, else where the text does.
 */
function ownFences(
  text: string,
  isOurs: (nonce: string) => boolean,
): readonly { readonly index: number; readonly end: number; readonly whole: boolean }[] {
  const closings = [...text.matchAll(FENCE_CLOSING)].filter(([, nonce = ""]) => isOurs(nonce));
  const fences = [...text.matchAll(FENCE_OPENING)].flatMap(({ 1: nonce = "", index }) => {
    if (!isOurs(nonce)) return [];
    const closing = closings.find((one) => one.index > index && one[1] === nonce);
    return [
      { index, nonce, end: closing === undefined ? text.length : closing.index + closing[0].length, whole: true },
    ];
  });
  const [first] = closings;
  if (first === undefined || fences.some(({ nonce, index }) => nonce === first[1] && index < first.index))
    return fences;
  const index = Math.max(0, text.slice(0, first.index).search(LEFT_OUT));
  return [{ index, end: first.index + first[0].length, whole: false }, ...fences];
}

function paragraphStart(text: string, from: number, index: number): number {
  const last = [...paragraphBreaks(text.slice(from, index))].at(-1);
  const start = frameStart(text, last === undefined ? from : from + last.end, index);
  // Where a client joined all lines into one, nothing tells ours from a person's.
  return start === from && text.slice(from, index).search(LINE_END) < 0 ? index : start;
}

/** Where a line stands empty between two others, but for its margin. */
function* paragraphBreaks(text: string): Generator<{ readonly start: number; readonly end: number }, undefined> {
  let before: RegExpExecArray | null = null;
  for (const ending of text.matchAll(LINE_END)) {
    const line = before === null ? "a" : text.slice(before.index + before[0].length, ending.index);
    if (before !== null && !/[\p{L}\p{N}]/u.test(line.replaceAll(MARGIN, "")))
      yield { start: before.index, end: ending.index + ending[0].length };
    before = ending;
  }
}

/** Behind the tag of a frame that opens in the same paragraph. */
function frameStart(text: string, from: number, to: number): number {
  const tag = [...text.slice(from, to).matchAll(FRAME_TAG)].at(-1);
  return tag === undefined ? from : from + tag.index + tag[0].length;
}

function paragraphEnd(text: string, from: number): number {
  const rest = text.slice(from);
  const found = paragraphBreaks(rest).next().value;
  const next = found !== undefined ? from + found.start : rest.search(LINE_END) < 0 ? from : text.length;
  const tag = CLOSING_TAG.exec(text.slice(from, next));
  return tag === null ? next : from + tag.index;
}

/** The call of a tool of Loci's server, as `toolText` writes it, or of its command line: its result is Loci's own words. */
const OWN_CALL =
  /^(?:(?:mcp_{1,2})?loci(?:_{1,2}|[./:])[a-z_]+\b|[A-Za-z_.]+\n.{0,200}?\bloci(?:\.js)? (?:search|ask|expand|wake-up|inject|chat)\b)/su;

export const asksLoci = (call: string): boolean => OWN_CALL.test(call);
