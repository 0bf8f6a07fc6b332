import type { ChangedList, FactAnswer } from "../../operations/answers/facts.ts";
import type { Days } from "../../text/days.ts";
import type { Scope } from "../../model/caller.ts";
import type { FactItem, FactWriter } from "../../storage/ports/fact-store.ts";
import { answerQuestion, forViewer, shownItem, sourcesOf, Say, sentence } from "../answers/answer.ts";
import { describeChange, stands, planChange } from "../changes/plan-change.ts";
import { isSensitive } from "../grammar/attribute-keys.ts";
import { type Change, isWrite } from "../grammar/intent.ts";
import { isNewTurn, viewOf, type FactAct, type RoutedMessage } from "../router/fact-view.ts";
import { type TellResult, sourceOf, type ReadSpeech } from "./facts.ts";
import { listToErase, scopeOfChange, eraseList, isIdle, undoLast, writeChange } from "./list-writer.ts";
import type { WrittenChange } from "./list-writer.ts";
import { describeEffect } from "../lists/apply-operation.ts";

/** What one part of a message came to. */
interface Outcome {
  readonly text: string;
  readonly lists?: readonly WrittenChange[];
  readonly answer?: FactAnswer;
  readonly erased?: boolean;
}

export function changedList({ topic, scope, before, after }: Omit<WrittenChange, "effect" | "key">): ChangedList {
  const shown = (items: readonly FactItem[]) => items.map((item, i) => shownItem(item, i + 1));
  return { topic, scope, before: shown(before), items: shown(after) };
}

/** Does the acts of a message inside a transaction; with the lists that it spoke of, and whether one was erased. */
export function doActs(routed: RoutedMessage, doing: Doing) {
  const { speech, writer } = doing;
  const { scope, chat } = speech;
  const outcomes: Outcome[] = [];
  for (const act of routed.acts) outcomes.push(perform(act, doing));
  const touched = outcomes.flatMap(({ lists = [] }) => lists);
  const erased = outcomes.some((outcome) => outcome.erased === true);
  const changed = erased || touched.some(({ effect }) => !isIdle(effect));
  const keys = [...new Set([...touched, ...routed.acts].flatMap(({ key }) => key ?? []))];
  const turn = { keys, changed: changed && keys.length > 0 };
  if (isNewTurn(writer, scope, chat, turn)) writer.setTurn(scope, chat, turn);
  const lists = touched.map(changedList);
  const answers = outcomes.flatMap(({ answer }) => answer ?? []);
  const last = lists.at(-1);
  const result: TellResult = {
    route: routed.route,
    reason: routed.reason,
    changed,
    text: [...outcomes.map((outcome) => outcome.text), routed.remark].filter((one) => one !== "").join("\n"),
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
  return { result, touched, erased };
}

/** The transaction that a message is done in. */
export interface Doing {
  readonly speech: ReadSpeech;
  readonly writer: FactWriter;
  /** All changes of the message. */
  readonly group: string;
  readonly now: number;
  readonly days: Pick<Days, "day">;
}

function perform(act: FactAct, doing: Doing): Outcome {
  const { intent } = act;
  const { speech, writer, group, now, days } = doing;
  if (!isWrite(intent)) {
    const view = viewOf(writer, speech.scope, speech.chat);
    const answer = forViewer(answerQuestion(act, view, { asOf: null, days }), speech.scope);
    return { text: answer.text, answer };
  }
  if (intent.kind === "undo") {
    const by = { source: sourceOf(speech, act.sentence), group, recordedAt: now };
    const lists = undoLast(writer, speech, speech.chat, by);
    return { text: describeUndo(lists), lists };
  }
  return intent.kind === "erase" ? erase(act, doing) : change(act, intent, doing);
}

function erase(act: FactAct, { speech, writer }: Doing): Outcome {
  const key = act.key as string;
  const list = listToErase(writer, key, speech);
  const say = new Say({ key, topic: list?.topic ?? act.topic, scope: list?.scope ?? speech.scope });
  if (list === null) return { text: sentence(`Nothing of ${say.many} is stored.`) };
  const text = `${say.one} and all that was kept of its past is erased. What chats and documents say of it stays there until that is forgotten, too.`;
  return { text: sentence(text), lists: [eraseList(writer, list)], erased: true };
}

function change(
  act: FactAct,
  intent: Parameters<typeof planChange>[0],
  { speech, writer, group, now }: Doing,
): Outcome {
  const { reason, topic } = act;
  const key = act.key as string;
  const scope = scopeOf(intent, key, speech, writer);
  const before = writer.list(scope, key)?.items ?? [];
  const plan = planChange(intent, before, viewOf(writer, speech.scope, speech.chat).toldAsList(key));
  const asked = { scope, key, topic, source: sourceOf(speech, act.sentence), group, reason, recordedAt: now };
  const written: WrittenChange =
    plan.kind === "change"
      ? writeChange(writer, { ...asked, operations: plan.operations })
      : { scope, key, topic, before, after: before, effect: describeEffect(before, before) };
  const text = describeChange({ ...written, plan });
  if (plan.kind !== "ambiguous") return { text, lists: [written] };
  const items = plan.options.map((item) => shownItem(item, before.indexOf(item) + 1));
  const answer: FactAnswer = { kind: "ambiguous", text, topic, scope, items, sources: sourcesOf(plan.options) };
  return { text, lists: [written], answer };
}

/**
 * Whose list a change is made to: the speaker's own. What is secret is private to the owner, whatever was asked for;
 * and the owner's changes of a list that only the project has are made to that, which the reply says.
 */
function scopeOf(intent: Change, key: string, speech: ReadSpeech, writer: FactWriter): Scope {
  const isPrivate = intent.kind === "attribute" && intent.values.some((value) => isSensitive(intent.of.key, value));
  if (speech.scope === "kb" && isPrivate) return "admin";
  const states = intent.kind === "state" || intent.kind === "attribute";
  return states ? speech.scope : scopeOfChange(writer, key, speech);
}

export function describeUndo(lists: readonly WrittenChange[]): string {
  if (lists.length === 0) return "There is nothing to take back.";
  return lists.map((list) => `Taken back. ${sentence(stands(list, new Say(list)))}`).join("\n");
}
