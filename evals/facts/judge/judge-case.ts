import type { ListedFacts } from "../../../src/operations/answers/facts.ts";
import { topicOf } from "../../../src/english/nouns.ts";
import type { AskResult, TellResult } from "../../../src/facts/api/facts.ts";
import type { Expectation, FactCase } from "./case.ts";

/** What a case led to. */
export interface CaseOutcome {
  /** Null where it was asked instead, or held nothing. */
  readonly told: TellResult | null;
  readonly asked: AskResult | null;
  readonly before: readonly ListedFacts[];
  readonly after: readonly ListedFacts[];
  /** Lists and attributes after it. */
  readonly all: readonly ListedFacts[];
  /** Whether the message under test left all attributes as they were. */
  readonly kept: boolean;
  /** Chat of each message of the history, and the ids that messages were given. */
  readonly messages: readonly { readonly id: string; readonly chat: string }[];
}

type Verdict<K extends Expectation["kind"]> = (
  expect: Extract<Expectation, { readonly kind: K }>,
  outcome: CaseOutcome,
) => boolean;

const unmoved = ({ before, after }: CaseOutcome): boolean =>
  JSON.stringify(plain(before)) === JSON.stringify(plain(after));

/** Whether an outcome is what a kind of expectation asks for. */
const MET: { readonly [K in Expectation["kind"]]: Verdict<K> } = {
  // Cases that speak of lists alone don't name the attributes of their history.
  state: ({ lists }, { after, all, kept }) =>
    sameLists(all, lists) || ((kept || Object.keys(lists).length > 0) && sameLists(after, lists)),
  pass: ({ lists, policy }, outcome) => {
    const { told, after } = outcome;
    // A chat with something to take back may take "undo that" at its word; the policy of the case allows it.
    if (told?.reason === "undo" && /undo/u.test(policy ?? "")) return true;
    const kept = lists === undefined || sameLists(after, lists) || (told?.changed !== true && unmoved(outcome));
    return (told === null || told.route === "search") && kept && outcome.kept;
  },
  clarify: ({ options }, outcome) =>
    outcome.told?.kind === "ambiguous" &&
    unmoved(outcome) &&
    (options ?? []).every((option) => outcome.told?.text.includes(option)),
  unchanged: (_, { told, kept }) => told?.changed === false && kept,
  none: ({ not }, { asked }) =>
    asked !== null && (asked.kind === undefined || asked.kind === "not_stored") && !leaks(asked, not),
  yes: (_, { asked }) => asked?.text.startsWith("Yes:") === true,
  no: (_, { asked }) => asked?.text.startsWith("No:") === true,
  yes_or_none: (_, { asked }) => asked?.kind === undefined || asked.text.startsWith("Yes:"),
  answer_kind: ({ is }, { asked }) => is.includes(asked?.kind ?? ""),
  unknown: ({ not }, { asked }) => asked?.kind === "not_stored" && !leaks(asked, not),
  range: ({ count }, { asked }) => asked?.kind === "out_of_range" && asked.count === count,
  list: ({ items }, { asked }) => asked !== null && sameItems(asked, items),
  answer: ({ value, not, cites: cited }, outcome) => {
    const { asked } = outcome;
    if (asked === null || !answers(asked, value) || leaks(asked, not)) return false;
    return cited === undefined || cites(asked, cited, outcome);
  },
};

/** The verdict on a case: `null` when it is met, else what was found instead. */
export function judgeCase({ expect }: FactCase, outcome: CaseOutcome): string | null {
  if ((MET[expect.kind] as Verdict<Expectation["kind"]>)(expect, outcome)) return null;
  const { told, asked, all } = outcome;
  if (asked === null)
    return `${told?.route ?? ""}/${told?.reason ?? ""} ${JSON.stringify(plain(all))} ${told?.text ?? ""}`;
  const items = expect.kind === "list" ? ` ${JSON.stringify(asked.items.map((item) => item.value))}` : "";
  const cited = expect.kind === "answer" && expect.cites !== undefined ? ` cites ${JSON.stringify(asked.sources)}` : "";
  return `${asked.route}/${asked.kind ?? asked.reason}: ${asked.text}${items}${cited}`;
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
    (asked.kind === "value" || asked.kind === "list") && asked.items.length === 1 && asked.items[0]?.value === value
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
