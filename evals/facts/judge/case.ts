/** A test case in the format of `data/facts/cases.jsonl`. */
export interface FactCase {
  /** In its file, from 1; else its place among the cases counts. */
  readonly line?: number;
  readonly group: string;
  readonly history: readonly (string | HistoryObject)[];
  /** The message under test. */
  readonly query: string;
  readonly expect: Expectation;
}

/** An earlier message, or an action. */
export interface HistoryObject {
  readonly chat?: string;
  readonly project?: string;
  readonly text?: string;
  readonly at?: string;
  readonly time?: string;
  readonly role?: string;
  readonly action?: string;
  readonly op?: string;
  readonly delete_chat?: string;
}

/** What the message under test must lead to. `policy` is a remark about other acceptable outcomes. */
export type Expectation = { readonly why?: string; readonly policy?: string; readonly not?: readonly string[] } & (
  | { readonly kind: "state"; readonly lists: Readonly<Record<string, readonly string[]>> }
  | {
      readonly kind: "answer";
      readonly value: string;
      readonly cites?: { readonly chat: string; readonly index: number };
    }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "range"; readonly count: number }
  | { readonly kind: "unknown" }
  /** No answer: not stored, or handed on; `not` may not be shown. */
  | { readonly kind: "none" }
  /** Nothing changes; a reply and handing on are both right. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "yes" | "no" }
  /** "Yes" would be right, and so is handing on; "no" is wrong. */
  | { readonly kind: "yes_or_none" }
  | { readonly kind: "answer_kind"; readonly is: readonly string[] }
  | { readonly kind: "pass"; readonly lists?: Readonly<Record<string, readonly string[]>> }
  | {
      readonly kind: "clarify";
      readonly options?: readonly string[];
      readonly lists?: Readonly<Record<string, readonly string[]>>;
    }
);

/** A message or action of a history, whatever form it was written in. */
export type HistoryStep =
  | {
      readonly kind: "say";
      readonly project: string | null;
      readonly chat: string;
      readonly text: string;
      readonly time: string | null;
      readonly role: string;
    }
  | { readonly kind: "delete-chat"; readonly project: string | null; readonly chat: string };

/** The chat of messages that name none. */
export const MAIN_CHAT = "A";

/**
 * Reads an entry of a history: an object, or a string with `[B]` (another chat), `[other:Z]` (another project),
 * `[B:TIME]` (a time), or `⟨delete_chat B⟩`.
 *
 * @example readStep("[B:2025-01-01T00:00:00Z] My favorite tea is assam") // chat "B" at that time
 */
export function readStep(entry: string | HistoryObject): HistoryStep {
  if (typeof entry !== "string") {
    const action = entry.action ?? entry.op ?? "";
    const deleted = entry.delete_chat ?? (/delete[-_ ]chat/u.test(action) ? entry.chat : undefined);
    if (deleted !== undefined) return { kind: "delete-chat", project: entry.project ?? null, chat: deleted };
    const inner = readStep(entry.text ?? "");
    if (inner.kind === "delete-chat") return inner;
    return {
      kind: "say",
      project: entry.project ?? inner.project,
      chat: entry.chat ?? inner.chat,
      text: inner.text,
      time: entry.at ?? entry.time ?? inner.time,
      role: entry.role ?? "user",
    };
  }
  const deleted = /^[⟨<]\s*delete_chat\s+(\S+?)\s*[⟩>]$/u.exec(entry.trim());
  if (deleted !== null) return { kind: "delete-chat", project: null, chat: deleted[1] as string };
  const marked = /^\[([A-Za-z]\w*)(?::([^\]]+))?\]\s*([\s\S]*)$/u.exec(entry);
  if (marked === null) return { kind: "say", project: null, chat: MAIN_CHAT, text: entry, time: null, role: "user" };
  const [, name = "", detail, text = ""] = marked;
  if (detail === undefined) return { kind: "say", project: null, chat: name, text, time: null, role: "user" };
  if (/^\d{4}-/u.test(detail)) return { kind: "say", project: null, chat: name, text, time: detail, role: "user" };
  return { kind: "say", project: name, chat: detail, text, time: null, role: "user" };
}
