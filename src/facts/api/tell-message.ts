import { answerQuestion } from "../answers/answer-question.ts";
import { shownItem, sourcesOf, type FactAnswer } from "../answers/answer.ts";
import { Say } from "../answers/say.ts";
import { describeChange } from "../changes/describe-change.ts";
import { planChange } from "../changes/plan-change.ts";
import type { ParsedClause } from "../grammar/parse-message.ts";
import { viewOf } from "../router/fact-view.ts";
import { routeMessage, type FactAct } from "../router/route-message.ts";
import type { ListName } from "../mirror/mirrors.ts";
import type { FactWriter } from "../../storage/ports/fact-store.ts";
import type { ChangedList, TellResult } from "./facts.ts";
import { undoGroup, writeChange, type WrittenChange } from "./list-writer.ts";
import { sourceOf, type ReadSpeech } from "./read-speech.ts";

/** What one part of a message came to. */
interface Outcome {
  readonly text: string;
  readonly lists: readonly WrittenChange[];
  readonly answer: FactAnswer | null;
}

/** A list before and after, as shown. */
export function changedList({ topic, before, after }: Pick<WrittenChange, "topic" | "before" | "after">): ChangedList {
  return { topic, before: before.map((item, i) => shownItem(item, i + 1)), items: after.map((item, i) => shownItem(item, i + 1)) };
}

/** The result of a message, and the lists that it spoke of. */
export interface Told {
  readonly result: TellResult;
  readonly touched: readonly ListName[];
}

/** Takes in a message inside a transaction: each part is read in the state that the parts before it left. */
export function tellMessage(text: string, clauses: readonly ParsedClause[], speech: ReadSpeech, writer: FactWriter, now: number, newGroup: () => string): Told {
  const { scope, chat } = speech;
  const routed = routeMessage(text, clauses, viewOf(writer, scope, chat));
  const outcomes: Outcome[] = [];
  const group = newGroup();
  for (const act of routed.acts) {
    outcomes.push(perform(act, speech, writer, group, now, outcomes.at(-1)?.answer ?? null));
    if (act.key !== null) writer.setFocus(scope, chat, act.key);
  }
  const touched = outcomes.flatMap((outcome) => outcome.lists);
  const lists = touched.map(changedList);
  const answers = outcomes.map((outcome) => outcome.answer).filter((answer) => answer !== null);
  const last = lists.at(-1);
  const result: TellResult = {
    route: routed.route,
    reason: routed.reason,
    changed: lists.some((list) => list.before.length !== list.items.length || list.before.some((item, i) => item.value !== list.items[i]?.value)),
    text: outcomes.map((outcome) => outcome.text).join("\n"),
    topic: last?.topic ?? answers[0]?.topic ?? null,
    before: last?.before ?? [],
    items: last?.items ?? answers[0]?.items ?? [],
    lists,
    ...(answers[0] === undefined ? {} : { kind: answers[0].kind }),
    answers,
    rest: routed.rest,
    messageId: speech.messageId,
    notes: [],
  };
  return { result, touched };
}

function perform(act: FactAct, speech: ReadSpeech, writer: FactWriter, group: string, now: number, previous: FactAnswer | null): Outcome {
  const { intent } = act;
  const { scope, chat } = speech;
  const view = viewOf(writer, scope, chat);
  const say = new Say(act.grammar.language);
  switch (intent.kind) {
    case "undo": {
      const written = undoGroup(writer, writer.lastGroup(scope, chat), sourceOf(speech, act.sentence), group, now);
      return { text: written.map((list) => describeUndo(list, say)).join("\n"), lists: written, answer: null };
    }
    case "assign":
    case "member":
    case "add":
    case "place":
    case "swap":
    case "replace":
    case "remove":
    case "clear": {
      const key = act.key as string;
      // Only his own lists are a speaker's to change.
      const before = writer.list(scope, key)?.items ?? [];
      const plan = planChange(intent, before, view.aliasOf(key));
      const written: WrittenChange =
        plan.kind === "change"
          ? writeChange(writer, { scope, key, topic: act.topic, operations: plan.operations, source: sourceOf(speech, act.sentence), group, reason: act.reason, recordedAt: now })
          : { scope, key, topic: act.topic, before, after: before, effect: { added: [], removed: [], moved: [] } };
      const text = describeChange({ topic: written.topic, intent, plan, before, after: written.after, effect: written.effect }, say);
      const answer: FactAnswer | null =
        plan.kind !== "ambiguous" ? null : { kind: "ambiguous", text, topic: written.topic, items: plan.options.map((item) => shownItem(item, before.indexOf(item) + 1)), sources: sourcesOf(plan.options) };
      return { text, lists: [written], answer };
    }
    default: {
      const answer = answerQuestion(act, view, previous);
      return { text: answer.text, lists: [], answer };
    }
  }
}

/** The reply to an undo. */
export function describeUndo(list: WrittenChange, say: Say): string {
  const now = list.after.length === 0 ? `your list of ${say.many(list.topic)} is empty` : `your ${say.many(list.topic)}: ${say.numbered(list.after.map((item, i) => ({ position: i + 1, value: item.value })))}`;
  return `Taken back; ${now}.`;
}
