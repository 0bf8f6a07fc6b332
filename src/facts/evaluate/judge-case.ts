import { topicOf } from "../language/nouns.ts";
import type { AskResult, ListedFacts, TellResult } from "../api/facts.ts";
import type { FactCase } from "./case.ts";

/** What a case led to. */
export interface CaseOutcome {
  readonly told: TellResult | null;
  readonly asked: AskResult | null;
  readonly before: readonly ListedFacts[];
  readonly after: readonly ListedFacts[];
  /** Whether the message under test left all attributes as they were. */
  readonly kept: boolean;
  /** Chat of each message of the history, and the ids that messages were given. */
  readonly messages: readonly { readonly id: string; readonly chat: string }[];
}

/** The verdict on a case: `null` when it is met, else what was found instead. */
export function judgeCase(one: FactCase, outcome: CaseOutcome): string | null {
  const { expect } = one;
  const { told, asked, before, after } = outcome;
  const shown = asked === null ? "" : `${asked.route}/${asked.kind ?? asked.reason}: ${asked.text}`;
  switch (expect.kind) {
    case "state":
      return sameLists(after, expect.lists)
        ? null
        : `${told?.route ?? ""}/${told?.reason ?? ""} ${JSON.stringify(plain(after))}`;
    case "pass": {
      // A chat with something to take back may take "undo that" at its word; the policy of the case allows it.
      if (told?.reason === "undo" && /undo/u.test(expect.policy ?? "")) return null;
      const kept =
        expect.lists === undefined ||
        sameLists(after, expect.lists) ||
        (told?.changed === false && JSON.stringify(plain(before)) === JSON.stringify(plain(after)));
      return told?.route === "search" && kept && outcome.kept
        ? null
        : `${told?.route ?? ""}/${told?.reason ?? ""} ${JSON.stringify(plain(after))} ${told?.text ?? ""}`;
    }
    case "clarify":
      return told?.kind === "ambiguous" &&
        JSON.stringify(plain(before)) === JSON.stringify(plain(after)) &&
        (expect.options ?? []).every((option) => told.text.includes(option))
        ? null
        : `${told?.reason ?? ""} ${JSON.stringify(plain(after))} ${told?.text ?? ""}`;
    case "unchanged":
      return told?.changed === false && outcome.kept ? null : `${told?.reason ?? ""} ${JSON.stringify(plain(after))}`;
    case "none":
      return (asked?.kind === undefined || asked.kind === "not_stored") && asked !== null && !leaks(asked, expect.not)
        ? null
        : shown;
    case "yes":
    case "no":
      return asked?.text.toLowerCase().startsWith(`${expect.kind}:`) === true ? null : shown;
    case "yes_or_none":
      return asked?.kind === undefined || asked.text.startsWith("Yes:") ? null : shown;
    case "answer_kind":
      return expect.is.includes(asked?.kind ?? "") ? null : shown;
    case "unknown":
      return asked?.kind === "not_stored" && !leaks(asked, expect.not) ? null : shown;
    case "range":
      return asked?.kind === "out_of_range" && asked.count === expect.count ? null : shown;
    case "list":
      return asked !== null && sameItems(asked, expect.items)
        ? null
        : `${shown} ${JSON.stringify(asked?.items.map((item) => item.value))}`;
    case "answer":
      if (asked === null || !answers(asked, expect.value) || leaks(asked, expect.not)) return shown;
      return expect.cites === undefined || cites(asked, expect.cites, outcome)
        ? null
        : `cites ${JSON.stringify(asked.sources)}`;
  }
}

function plain(lists: readonly ListedFacts[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(lists.map((list) => [list.topic, list.items.map((item) => item.value)]));
}

function keyOf(topic: string): string {
  const least = /^least favou?rite /u.exec(topic)?.[0] ?? "";
  return topicOf(topic.slice(least.length), least !== "").key;
}

function sameLists(lists: readonly ListedFacts[], expected: Readonly<Record<string, readonly string[]>>): boolean {
  const normal = (record: Readonly<Record<string, readonly string[]>>): string =>
    JSON.stringify(
      Object.entries(record)
        .map(([topic, values]) => [keyOf(topic), values.map((value) => value.normalize("NFC"))] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return normal(plain(lists)) === normal(expected);
}

function sameItems(asked: AskResult, expected: readonly string[]): boolean {
  const items = asked.answers.length > 1 ? asked.answers.flatMap((answer) => answer.items) : asked.items;
  const found = items.map((item) => item.value);
  if (JSON.stringify(found) === JSON.stringify(expected)) return true;
  // Several lists: their order is free, the order inside each is not.
  if (asked.topic !== "" || found.length !== expected.length) return false;
  const groups = new Map<string, string[]>();
  for (const item of items) groups.set(item.topic ?? "", [...(groups.get(item.topic ?? "") ?? []), item.value]);
  return [...groups.values()].every((group) =>
    group
      .map((value) => expected.indexOf(value))
      .every((place, i, all) => place >= 0 && (i === 0 || place > (all[i - 1] as number))),
  );
}

function answers(asked: AskResult, value: string): boolean {
  if (asked.kind === "rank") return String(asked.items[0]?.position) === value;
  if (asked.kind === "count") return String(asked.count) === value;
  return (
    (asked.kind === "value" || asked.kind === "provenance" || asked.kind === "list") &&
    asked.items.length === 1 &&
    asked.items[0]?.value === value
  );
}

function leaks(asked: AskResult, values: readonly string[] | undefined): boolean {
  return (values ?? []).some(
    (value) =>
      asked.items.some((item) => item.value === value) ||
      new RegExp(`(?<![\\p{L}\\p{N}])${value.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")}(?![\\p{L}\\p{N}])`, "u").test(
        asked.text,
      ),
  );
}

function cites(
  asked: AskResult,
  cited: { readonly chat: string; readonly index: number },
  outcome: CaseOutcome,
): boolean {
  const inChat = outcome.messages.filter((message) => message.chat === cited.chat);
  const ids = [outcome.messages[cited.index], inChat[cited.index]]
    .filter((message) => message?.chat === cited.chat)
    .map((message) => message?.id);
  return asked.sources.some((source) => source.chat === cited.chat && ids.includes(source.messageId));
}
