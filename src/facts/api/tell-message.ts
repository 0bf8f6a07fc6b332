import type { Scope } from "../../model/scope.ts";
import type { FactWriter } from "../../storage/ports/fact-store.ts";
import { answerQuestion, type AskedAt } from "../answers/answer-question.ts";
import { shownItem, sourcesOf, type FactAnswer } from "../answers/answer.ts";
import { Say, sentence } from "../answers/say.ts";
import { describeChange, stands } from "../changes/describe-change.ts";
import { planChange } from "../changes/plan-change.ts";
import type { Documented } from "../documents/documented.ts";
import type { Intent } from "../language/intent.ts";
import type { Clause } from "../language/read-message.ts";
import type { ListName } from "../mirror/mirrors.ts";
import { keepContext, viewOf } from "../router/fact-view.ts";
import type { FactAct } from "../router/route.ts";
import { routeMessage } from "../router/route-message.ts";
import { isPrivate } from "../router/warrant.ts";
import type { ChangedList, TellResult } from "./facts.ts";
import { listToErase, scopeOfChange } from "./topic-finder.ts";
import { eraseList, undoGroup, writeChange, type WrittenChange } from "./list-writer.ts";
import { sourceOf, type ReadSpeech } from "./read-speech.ts";

/** Speech, and the reader of times for what is asked in it. */
export type TellingSpeech = ReadSpeech & Pick<AskedAt, "readTime"> & { readonly documented: Documented };

/** What one part of a message came to. */
interface Outcome {
  readonly text: string;
  readonly lists: readonly WrittenChange[];
  readonly answer: FactAnswer | null;
}

/** A list before and after, as shown. */
export function changedList({
  topic,
  scope,
  before,
  after,
}: Pick<WrittenChange, "topic" | "scope" | "before" | "after">): ChangedList {
  return {
    topic,
    scope,
    before: before.map((item, i) => shownItem(item, i + 1)),
    items: after.map((item, i) => shownItem(item, i + 1)),
  };
}

/** The result of a message, the lists that it spoke of, and whether one was erased. */
export interface Told {
  readonly result: TellResult;
  readonly touched: readonly ListName[];
  readonly erased: boolean;
}

/**
 * Takes in a message inside a transaction: it is routed in the present state, and each part is done in the state that
 * the parts before it left.
 */
export function tellMessage(
  text: string,
  clauses: readonly Clause[],
  speech: TellingSpeech,
  writer: FactWriter,
  now: number,
  newGroup: () => string,
): Told {
  const { scope, chat } = speech;
  const routed = routeMessage(text, clauses, viewOf(writer, scope, chat, speech.documented));
  const outcomes: Outcome[] = [];
  const group = newGroup();
  for (const act of routed.acts)
    outcomes.push(perform(act, { speech, writer, group, now }, outcomes.at(-1)?.answer ?? null));
  const touched = outcomes.flatMap((outcome) => outcome.lists);
  const erased = routed.acts.some(({ intent }, i) => intent.kind === "erase" && outcomes[i]?.lists.length === 1);
  const changed = erased || touched.some(isChanged);
  const keys = [
    ...new Set([...touched.map(({ key }) => key), ...routed.acts.flatMap(({ key }) => (key === null ? [] : [key]))]),
  ];
  keepContext(writer, scope, chat, keys.length === 0 ? null : { keys, changed });
  const lists = touched.map(changedList);
  const answers = outcomes.map((outcome) => outcome.answer).filter((answer) => answer !== null);
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

function isChanged({ before, after }: WrittenChange): boolean {
  return before.length !== after.length || before.some((item, i) => item.value !== after[i]?.value);
}

/** The transaction that a message is done in. */
interface Doing {
  readonly speech: TellingSpeech;
  readonly writer: FactWriter;
  /** All changes of the message. */
  readonly group: string;
  readonly now: number;
}

function perform(act: FactAct, doing: Doing, previous: FactAnswer | null): Outcome {
  if (act.held !== undefined) return { text: heldText(act), lists: [], answer: null };
  const { speech, writer } = doing;
  switch (act.intent.kind) {
    case "undo":
      return takeBack(act, doing);
    case "erase":
      return erase(act, doing);
    case "state":
    case "member":
    case "add":
    case "place":
    case "swap":
    case "replace":
    case "remove":
    case "clear":
    case "attribute":
      return change(act, act.intent, doing);
    default: {
      const view = viewOf(writer, speech.scope, speech.chat, speech.documented);
      const answer = answerQuestion(act, view, previous, { now: speech.time, asOf: null, readTime: speech.readTime });
      return { text: answer.text, lists: [], answer };
    }
  }
}

function takeBack({ sentence: said }: FactAct, { speech, writer, group, now }: Doing): Outcome {
  const last = writer.lastGroup(speech.scope, speech.chat);
  const written = undoGroup(writer, last, sourceOf(speech, said), group, now);
  const text = written.length === 0 ? "There is nothing to take back." : written.map(describeUndo).join("\n");
  return { text, lists: written, answer: null };
}

function erase(act: FactAct, { speech, writer }: Doing): Outcome {
  const key = act.key as string;
  const list = listToErase(writer, key, speech);
  const say = new Say({ key, topic: list?.topic ?? act.topic, scope: list?.scope ?? speech.scope });
  if (list === null) return { text: sentence(`Nothing of ${say.many} is stored.`), lists: [], answer: null };
  const text = `${say.one} and all that was kept of its past is erased. What chats and documents say of it stays there until that is forgotten, too.`;
  return { text: sentence(text), lists: [eraseList(writer, list)], answer: null };
}

function change(
  act: FactAct,
  intent: Parameters<typeof planChange>[0],
  { speech, writer, group, now }: Doing,
): Outcome {
  const view = viewOf(writer, speech.scope, speech.chat, speech.documented);
  const key = act.key as string;
  const scope = scopeOf(intent, key, speech, writer);
  const before = writer.list(scope, key)?.items ?? [];
  const plan = planChange(intent, before, view.aliasOf(key), view.toldAsList(key));
  const written: WrittenChange =
    plan.kind === "change"
      ? writeChange(writer, {
          scope,
          key,
          topic: act.topic,
          operations: plan.operations,
          source: sourceOf(speech, act.sentence),
          group,
          reason: act.reason,
          recordedAt: now,
        })
      : { scope, key, topic: act.topic, before, after: before, effect: { added: [], removed: [], moved: [] } };
  const text = describeChange({
    scope,
    key,
    topic: written.topic,
    intent,
    plan,
    before,
    after: written.after,
    effect: written.effect,
  });
  const answer: FactAnswer | null =
    plan.kind !== "ambiguous"
      ? null
      : {
          kind: "ambiguous",
          text,
          topic: written.topic,
          scope,
          items: plan.options.map((item) => shownItem(item, before.indexOf(item) + 1)),
          sources: sourcesOf(plan.options),
        };
  return { text: [text, ...markNote(act, written)].join("\n"), lists: [written], answer };
}

/**
 * Whose list a change is made to: the speaker's own. What is secret is private to the owner, whatever was asked for;
 * and the owner's changes of a list that only
 * the project has are made to that, which the reply says.
 */
function scopeOf(intent: Intent, key: string, speech: ReadSpeech, writer: FactWriter): Scope {
  if (speech.scope === "kb" && isPrivate(intent)) return "admin";
  const states = intent.kind === "state" || intent.kind === "member" || intent.kind === "attribute";
  return states ? speech.scope : scopeOfChange(writer, key, speech);
}

/** What is said where a mark behind a name was taken for the sentence's: only the speaker knows whose it is. */
function markNote({ mark, sentence: said }: FactAct, { effect }: WrittenChange): readonly string[] {
  const value = effect.added.at(-1)?.value ?? "";
  return mark === "!" && /^\p{Lu}/u.test(value) && said.endsWith(`${value}!`)
    ? [`The “!” was taken for the sentence's; if it is the name's, say: rename ${value} to "${value}!"`]
    : [];
}

function heldText({ held, text, topic, intent, rival }: FactAct): string {
  const said = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  if (held === "half_understood")
    return `Of that only a part was understood (“${said}”${topic === "" ? "" : `, about ${topic}`}), and the rest hangs on it: nothing was changed.`;
  const [one, other] = [intent, rival].map((reading) => (reading === undefined ? "" : valuesOf(reading)));
  const readings = one === other || one === "" || other === "" ? "" : `, as ${one} or as ${other}`;
  return `“${said}” can be read in two ways${readings}, so nothing was changed. Name the value in quotes, or the rank.`;
}

/** The values that an intent would store: "1. Toto, 2. U2"; empty where it states none. */
function valuesOf(intent: Intent): string {
  if (intent.kind !== "state" && intent.kind !== "member" && intent.kind !== "add") return "";
  const values = intent.values.map((value) => (typeof value === "string" ? value : value.value));
  const shown = values.slice(0, 10).map((value, i) => (values.length === 1 ? `“${value}”` : `${i + 1}. ${value}`));
  return `${shown.join(", ")}${values.length > 10 ? " …" : ""}`;
}

/** The reply to an undo. */
export function describeUndo(list: WrittenChange): string {
  const say = new Say(list);
  return `Taken back. ${sentence(stands(list, say))}`;
}
