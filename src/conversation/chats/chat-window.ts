import { unsealed } from "../../files/plain-file.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";

export interface CaptureState {
  /** Id of the last message that notes were taken from; null before the first time. */
  readonly captured: string | null;
  /** When, ISO 8601. */
  readonly capturedAt: string | null;
  /** Attempts that failed since then. */
  readonly failed: { readonly count: number; readonly at: string; readonly reason: string } | null;
}

/** Before anything was captured. */
export const NOTHING_CAPTURED: CaptureState = { captured: null, capturedAt: null, failed: null };

/** Messages that stay in the window when notes were taken: the thread of the talk. */
const KEPT = 5;
/** After a failure nobody tries again for so long, doubled with each one more, up to an hour. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A chat's rolling window: what was said since notes were last taken, and the five messages before that. It is counted from the messages
 * themselves, so no counter can go stale.
 */
export function chatWindow(
  messages: readonly TranscriptMessage[],
  { captured }: CaptureState,
): { readonly messages: readonly TranscriptMessage[]; readonly fresh: readonly TranscriptMessage[] } {
  const turns = messages.filter(isTurn);
  const mark = captured === null ? -1 : turns.findLastIndex(({ id }) => id === captured);
  return { messages: turns.slice(Math.max(0, mark + 1 - KEPT)), fresh: turns.slice(mark + 1) };
}

/** Whether the last messages of a chat hold its whole window, or `most` turns. */
export function holdsWindow(
  { captured }: CaptureState,
  most = Number.POSITIVE_INFINITY,
): (last: readonly TranscriptMessage[]) => boolean {
  return (last) => {
    const turns = last.filter(isTurn);
    return turns.length >= most || turns.findLastIndex(({ id }) => id === captured) >= KEPT - 1;
  };
}

/** Whether a message was said by somebody, rather than by a tool or about one. */
const isTurn = ({ role }: TranscriptMessage): boolean =>
  role === "user" || role === "assistant" || role === "owner" || role === "bot";

/** Whether notes are to be taken now. @param now milliseconds since the epoch */
export function captureIsDue(
  messages: readonly TranscriptMessage[],
  state: CaptureState,
  { threshold, now }: { readonly threshold: number; readonly now: number },
): boolean {
  const { messages: window, fresh } = chatWindow(messages, state);
  if (fresh.length === 0 || window.length < threshold) return false;
  const { failed } = state;
  if (failed === null) return true;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, failed.count - 1));
  const since = now - Date.parse(failed.at);
  // A clock that was set back must not block captures for ever.
  return since >= pause || since < 0;
}

/** Reads the state out of `recent.json`; null where there is none to be read. */
export function readCaptureState(text: string | null): CaptureState | null {
  const read = unsealed<CaptureState>(text ?? "");
  if (read === null) return null;
  const { captured = null, capturedAt = null, failed = null } = read;
  return captured === null || typeof captured === "string" ? { captured, capturedAt, failed } : null;
}

/** Without a model nothing ends the window: the file is written with each message, and doesn't grow for ever. */
export const MAX_SHOWN = 64;

/** `recent.json`: the window for people and programs to read, and the state of captures. */
export function writeRecent(messages: readonly TranscriptMessage[], state: CaptureState): string {
  const { messages: window } = chatWindow(messages, state);
  const shown = window.slice(-MAX_SHOWN).map(({ id, role, author, time, text }) => ({ id, role, author, time, text }));
  return `${JSON.stringify({ schema: 1, ...state, messages: shown }, null, 1)}\n`;
}
