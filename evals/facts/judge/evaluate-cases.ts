import type { ListedFacts } from "../../../src/operations/answers/facts.ts";
import type { AskResult, TellResult } from "../../../src/facts/api/facts.ts";
import { MAIN_CHAT, readStep, type FactCase } from "./case.ts";
import { judgeCase, type CaseOutcome } from "./judge-case.ts";

/** A case that was not met. */
export interface FailedCase {
  readonly line: number;
  readonly group: string;
  readonly history: FactCase["history"];
  readonly query: string;
  readonly expected: FactCase["expect"];
  readonly found: string;
}

/** Exact accuracy over cases, whole and by group. */
export interface FactsReport {
  readonly suite: "facts";
  /** Share of cases met, 0–1; 0 when there are none. */
  readonly accuracy: number;
  readonly cases: number;
  readonly met: number;
  readonly groups: Readonly<
    Record<string, { readonly accuracy: number; readonly cases: number; readonly met: number }>
  >;
  readonly failures: readonly FailedCase[];
}

const PROJECT = "main";

/** What a case tells and asks: a project, or facts alone. */
export interface CaseFacts {
  tell(
    text: string,
    speech: { readonly chat: string; readonly messageId: string; readonly role?: string; readonly time?: string },
  ): Promise<TellResult | null>;
  ask(text: string, speech: { readonly chat: string }): Promise<AskResult>;
  list(scope: null, page?: { readonly kind: "attribute" | "all" }): Promise<readonly ListedFacts[]>;
  deleteChat(chat: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Replays every case in projects of its own and compares what came of it with what is expected, exactly.
 *
 * @param open opens the facts of an empty project; called once a project and case
 */
export async function evaluateCases(cases: readonly FactCase[], open: () => Promise<CaseFacts>): Promise<FactsReport> {
  const groups = new Map<string, { cases: number; met: number }>();
  const failures: FailedCase[] = [];
  for (const [i, one] of cases.entries()) {
    const found = judgeCase(one, await replayCase(one, open));
    const group = groups.get(one.group) ?? { cases: 0, met: 0 };
    groups.set(one.group, { cases: group.cases + 1, met: group.met + (found === null ? 1 : 0) });
    if (found !== null)
      failures.push({
        line: one.line ?? i + 1,
        group: one.group,
        history: one.history,
        query: one.query,
        expected: one.expect,
        found,
      });
  }
  const met = cases.length - failures.length;
  return {
    suite: "facts",
    accuracy: cases.length === 0 ? 0 : met / cases.length,
    cases: cases.length,
    met,
    groups: Object.fromEntries(
      [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, group]) => [name, { accuracy: group.met / group.cases, ...group }]),
    ),
    failures,
  };
}

function sameValues(before: readonly ListedFacts[], after: readonly ListedFacts[]): boolean {
  const values = (lists: readonly ListedFacts[]): string =>
    JSON.stringify(lists.map((list) => [list.subject, list.topic, list.items.map(({ value }) => value)]));
  return values(before) === values(after);
}

async function replayCase(one: FactCase, open: () => Promise<CaseFacts>): Promise<CaseOutcome> {
  const projects = new Map<string, CaseFacts>();
  const project = async (name: string | null): Promise<CaseFacts> => {
    const known = projects.get(name ?? PROJECT);
    if (known !== undefined) return known;
    const opened = await open();
    projects.set(name ?? PROJECT, opened);
    return opened;
  };
  const messages: { id: string; chat: string }[] = [];
  try {
    for (const [i, entry] of one.history.entries()) {
      const step = readStep(entry);
      const facts = await project(step.project);
      messages.push({ id: `m${i}`, chat: step.chat });
      if (step.kind === "delete-chat") await facts.deleteChat(step.chat);
      else
        await facts.tell(step.text, {
          chat: step.chat,
          messageId: `m${i}`,
          role: step.role,
          ...(step.time === null ? {} : { time: step.time }),
        });
    }
    const facts = await project(null);
    const before = await facts.list(null);
    const attributes = await facts.list(null, { kind: "attribute" });
    const states = ["state", "pass", "clarify", "unchanged"].includes(one.expect.kind);
    const told = states ? await facts.tell(one.query, { chat: MAIN_CHAT, messageId: "query" }) : null;
    const asked = states ? null : await facts.ask(one.query, { chat: MAIN_CHAT });
    return {
      told,
      asked,
      before,
      after: await facts.list(null),
      all: await facts.list(null, { kind: "all" }),
      messages,
      kept: sameValues(attributes, await facts.list(null, { kind: "attribute" })),
    };
  } finally {
    for (const facts of projects.values()) await facts.close();
  }
}
