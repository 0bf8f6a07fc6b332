import { tellingTerms } from "../../text/analyzer.ts";
import type { AskSource } from "../../operations/answers/ask.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";
import { addressesIn, harmlessLinks } from "../../conversation/citations/answer-links.ts";
import { judgeAnswer, knownOf, supportedOnly } from "../../conversation/citations/gate.ts";
import { uncheckable } from "../../conversation/citations/claim.ts";
import { saidBy, writtenBy } from "../../conversation/prompt/passage-about.ts";
import { passageAnswer } from "../../conversation/citations/passage-answer.ts";
import { type AskPrompt, buildAskPrompt } from "../../conversation/prompt/ask-prompt.ts";
import type { LanguageModel } from "../../llm/port.ts";
import { type Caller, callerOf } from "../../model/caller.ts";
import { LociError, whereWritable } from "../../model/error.ts";
import type { Note } from "../../model/note.ts";
import type { Hit, SearchResult } from "../../operations/answers/hits.ts";
import { modelAnswer, spendRules, type Written } from "./model-answer.ts";
import {
  acknowledgement,
  orderReply,
  headingOf,
  type ChatQuestion,
  keepQuestion,
  keepAnswer,
  audienceOf,
  factsScope,
  promptPassages,
  turnsBefore,
  memoryFor,
} from "./chat-question.ts";
import { recordAccess } from "../search/record-access.ts";
import { ASK, type AskOptions, FILTERS } from "../../model/requests/index.ts";
import { labelled, supportedDrawers, stoodOn, citation, findingOf, withFinding } from "./answer.ts";
import type { Answer, AskEvent, AskParts } from "./answer.ts";

/** Answers a question, and notes that it was asked. @throws as `answerStream` */
export async function* askStream(
  parts: AskParts,
  question: string,
  options: AskOptions = {},
): AsyncGenerator<AskEvent> {
  for await (const event of answerStream(parts, question, options)) {
    if (event.type === "done" && event.facts?.changed !== true) {
      const cited = supportedDrawers(event.citations);
      const ids = cited.length > 0 ? cited : event.sources.map(({ id }) => id);
      const kind = cited.length > 0 ? "cited" : ids.length > 0 ? "shown" : event.facts === null ? "cited" : "told";
      const asked = { caller: callerOf(options.caller), query: question, client: options.platform };
      await whereWritable(() => recordAccess(parts.project, { kind, ids, covered: event.covered, ...asked }));
    }
    yield event;
  }
}

/**
 * Answers a question: exactly where it is about facts; else from the passages that the caller may see, by the language model where there is one. One
 * call of the model at most, without tools: nothing that a stored text says can lead to another.
 * @throws LociError `FORBIDDEN` for a chat of the public, `QUERY_INVALID`, `CANCELLED`; storage errors
 */
async function* answerStream(parts: AskParts, question: string, options: AskOptions): AsyncGenerator<AskEvent> {
  const { project, chats, search } = parts;
  const caller = callerOf(options.caller);
  if (question.trim() === "") throw new LociError("QUERY_INVALID", "a question is missing", { hint: "ask something" });
  const notes: Note[] = [];
  const keptQuestion = await keepQuestion(parts, { question, caller }, options);
  const audience = keptQuestion === null ? caller : audienceOf(keptQuestion.scope, caller);
  const facts = await askFacts(project, { question, asked: keptQuestion }, { ...options, caller });
  const settle = async function* ({ text, ...about }: Settled): AsyncGenerator<AskEvent> {
    yield { type: "passages", passages: [], covered: about.covered };
    yield { type: "delta", text };
    const chat = await keepAnswer(parts, { chatQuestion: keptQuestion, text, caller }, options);
    yield { type: "done", ...nothing(question), ...about, text, chat };
  };
  const told = { question, inChat: keptQuestion !== null, project };
  const settled = settledBy(facts, told);
  if (settled !== null) return yield* settle(settled);
  const wanted = facts === null ? question : facts.rest;
  const searched = {
    ...options.search,
    caller: audience,
    limit: options.limit ?? ASK.limit.default,
    excludeIds: keptQuestion?.drawers ?? [],
    ...(options.signal !== undefined && { signal: options.signal }),
  };
  const result = await search(wanted, searched);
  notes.push(...result.notes);
  const denied = facts?.rest === question ? facts : null;
  const shown = shownHits(result, { question: wanted, search: options.search, denied });
  const noted = settledBy(facts, told, shown.hits);
  if (noted !== null) return yield* settle(noted);
  const { covered } = shown;
  const hits = await withFinding(project, shown.hits, audience);
  const days = projectDays(project);
  const passages = await promptPassages(chats, hits, { caller, days });
  const recent = keptQuestion === null ? [] : await turnsBefore(chats, keptQuestion, caller);
  const memory = await memoryFor(chats, keptQuestion, audience);
  const now = project.system.clock();
  const today = `${days.weekday(now)}, ${days.day(now)} ${days.hour(now)}`;
  const prompt = (count: number): AskPrompt =>
    buildAskPrompt({
      question: wanted,
      passages: passages.slice(0, count),
      memory,
      recent,
      reader: caller,
      today,
      newNonce: project.system.newId,
    });
  const sources = labelled(hits, passages, prompt(passages.length).sources);
  yield { type: "passages", passages: sources, covered };

  // That facts don't have it is no news where a passage does.
  const factText = facts === null || facts.text === "" || (denied !== null && covered) ? "" : `${facts.text}\n\n`;
  if (factText !== "") yield { type: "delta", text: factText };
  const { model, note } = await modelFor(project, sources.length > 0 || memory !== "" || recent.length > 0);
  if (note !== null) notes.push(note);
  const { max_output_tokens: maxOutputTokens } = project.settings.llm;
  const asked = { prompt, passages: sources.length, maxOutputTokens, caller, signal: options.signal };
  const written = model === null ? null : yield* modelAnswer({ ...asked, model }, notes);
  const strict = options.strict === true && written !== null;
  const checked = sources.map((source) => ({ ...source, about: knownOf({ ...source, path: source.source.path }) }));
  const { proved, harmless } = provedPart(written?.text ?? "", checked, strict);
  if (strict && proved === "") notes.push(NOTHING_PROVED);
  const byModel = written !== null && proved !== "";
  const passagesThemselves = passageAnswer(inContext(sources, hits, caller), wanted, covered);
  // Behind an answer that broke off, too; one that was cut doesn't look like a whole one.
  const cut = notes.some(({ code }) => code === "ANSWER_CUT") ? "…" : "";
  const added = !byModel ? passagesThemselves : written.broken ? `${cut}\n\n${passagesThemselves}` : cut;
  const body = (byModel ? harmless : "") + added;
  if (added !== "") yield { type: "delta", text: added };
  const citations = judgeAnswer((byModel ? proved : "") + added, checked).map((one) => citation(one, sources));
  if (byModel) notes.push(...uncitedNotes(proved));
  const text = factText + body;
  const answer = { chatQuestion: keptQuestion, text, ...stoodOn(sources, citations, memory), caller, byModel };
  const kept = await keepAnswer(parts, answer, options);
  const { rest: _rest, ...about } = facts ?? { rest: "" };
  yield {
    type: "done",
    ...nothing(question),
    text,
    by: byModel ? "model" : "passages",
    citations,
    sources,
    facts: facts === null ? null : (about as NonNullable<Answer["facts"]>),
    covered,
    probability: result.probability,
    chat: kept,
    ...costOfAnswer(project, model, written),
    notes,
  };
}

type Settled = Partial<Answer> & Pick<Answer, "text" | "by" | "covered">;

/**
 * What is answered without a passage: what facts know for sure; and, where no model is configured, what asks for nothing in a chat.
 * @param hits what was found; null before the search
 */
function settledBy(
  facts: Awaited<ReturnType<typeof askFacts>>,
  { question, inChat, project }: { question: string; inChat: boolean; project: OpenedProject },
  hits: readonly Hit[] | null = null,
): Settled | null {
  const order = inChat && facts === null ? orderReply(question) : null;
  if (order !== null) return { text: order, by: "passages", covered: false };
  // Of what was stored in part the rest is told, too, and asks for nothing.
  const isTold = inChat && project.settings.llm.provider === "none";
  const text = isTold ? acknowledgement(facts?.rest ?? question, hits ?? []) : null;
  if (facts === null) return text === null || hits === null ? null : { text, by: "passages", covered: false };
  const { rest, ...shown } = facts;
  const isAll = rest.trim() === "" || text !== null;
  return isAll ? { text: shown.text, by: "facts", covered: true, probability: 1, facts: shown } : null;
}

/**
 * The hits that are shown: those that matter; where none does, the first few as the closest, of those only what is stated: an assistant's own words never
 * stand in for an answer. They hold a word of the question, but where facts don't have it (`denied`): that is answered by what names its topic.
 */
function shownHits(
  { hits, weaker, covered }: SearchResult,
  { question, search, denied }: Pick<AskOptions, "search"> & { question: string; denied: Answer["facts"] },
): Pick<SearchResult, "covered"> & { readonly hits: readonly Hit[] } {
  const all = search?.all === true;
  const holdsWord = states(question, "some");
  const isClose = (hit: Hit): boolean => (all || denied !== null ? hit.ground === "stated" : holdsWord(hit));
  const least = all ? hits.length : denied !== null || weaker === 0 ? LEAST_PASSAGES : 0;
  const shown = hits
    .slice(0, Math.max(weaker, least))
    .filter((hit, i, some) => (i < weaker || isClose(hit)) && !some.some((other) => isNoteOf(other, hit)));
  // Another favourite of the same form answers nothing, nor does another one's birthday.
  const topic = (denied?.topic ?? question)
    .replace(/\b(?:least )?favorite\b/iu, "")
    .replace(/(?<=\S )(?:appointment|meeting|date|time)\b/iu, "");
  const named = denied === null ? [] : [states(topic, "every"), states(question, "every")];
  const answers = denied === null || hits.slice(0, weaker).some((hit) => named.some((isIn) => isIn(hit)));
  return { hits: shown, covered: covered && answers };
}

/** Whether a note keeps what a message asked to be remembered: both are one. */
const isNoteOf = (note: Hit, { message, text }: Hit): boolean =>
  message !== null && note.room === "remembered" && text.includes(note.text.trim());

/** Whether a hit states something with some or every word of a text, but for stop words. */
function states(wanted: string, how: "some" | "every"): (hit: Hit) => boolean {
  const asked = new Set(tellingTerms(wanted));
  return (hit) => {
    const said = new Set(tellingTerms(`${headingOf(hit)} ${hit.text}`));
    return hit.ground === "stated" && [...asked][how]((term) => said.has(term));
  };
}

/** Passages with all the headings that they stand under, which say what they are about, and which say something newer, or what was found out. */
function inContext(
  sources: readonly AskSource[],
  hits: readonly Hit[],
  caller: Caller,
): readonly (AskSource & { readonly place: string; readonly by: string; readonly newer: boolean })[] {
  const of = new Map(hits.map((hit) => [hit.id, hit]));
  const newer = new Set(hits.flatMap((hit) => [hit.later?.id, findingOf(hit)]));
  return sources.map((source) => {
    const hit = of.get(source.id);
    const by = saidOf(source, caller, hit?.unchecked === true);
    return {
      ...source,
      place: standsIn(source),
      by,
      heading: hit === undefined ? source.heading : headingOf(hit),
      newer: newer.has(source.id),
    };
  });
}

/** Where a passage stands; of a message not what its chat is called, since those words would outlive in a kept answer what was forgotten. */
function standsIn({ source, message, date }: AskSource): string {
  if (message === null) return source.path === "" ? source.name : source.path;
  const { chat, time, turn } = message;
  const day = (time ?? date ?? "").slice(0, 10);
  return [chat, day, turn === undefined ? "" : `turn ${turn.at} of ${turn.of}`].filter(Boolean).join(", ");
}

/** Whose a passage is, where it isn't the reader's or the project's; of what a model wrote and nothing proves, that an assistant said it. */
const saidOf = ({ message, scope }: AskSource, reader: Caller, unchecked: boolean): string =>
  unchecked && message !== null ? saidBy(message, { scope, reader }) : writtenBy(scope, reader);

/** What of an answer nobody can check. */
function uncitedNotes(answer: string): readonly Note[] {
  const { uncited, marks } = uncheckable(answer);
  if (uncited.length + marks.length === 0) return [];
  const parts = [
    ...(uncited.length > 0
      ? [`${uncited.length === 1 ? "a sentence cites" : `${uncited.length} sentences cite`} nothing`]
      : []),
    ...(marks.length > 0 ? [`${marks.slice(0, 3).join(", ")} can't be checked`] : []),
  ];
  return [
    {
      code: "UNCITED",
      message: `${parts.join("; ")}, so nothing proves it`,
      hint: "read the passages that it was written from",
    },
  ];
}

const NOTHING_PROVED: Note = {
  code: "NOTHING_PROVED",
  message: "no sentence of the model's answer could be proved from the passages",
  hint: "read the passages themselves, or ask without strict",
};

/**
 * What of a model's answer is shown: where `strict`, its sentences that are proved.
 * @returns the same with links made harmless, but for addresses that stand in what is cited rightly
 */
function provedPart(
  raw: string,
  sources: readonly (AskSource & { readonly about: string })[],
  strict: boolean,
): { readonly proved: string; readonly harmless: string } {
  const judged = judgeAnswer(raw, sources);
  const cited = new Set(judged.flatMap(({ verdict, foundIn }) => (verdict === "supported" ? [foundIn] : [])));
  const texts = sources.filter(({ label }) => cited.has(label)).map(({ text }) => text);
  const proved = strict ? supportedOnly(raw, judged) : raw;
  return { proved, harmless: harmlessLinks(proved, addressesIn(texts.join("\n"))) };
}

/** The answer alone. @throws as `askStream` */
export async function ask(parts: AskParts, question: string, options: AskOptions = {}): Promise<Answer> {
  for await (const event of askStream(parts, question, options)) {
    if (event.type !== "done") continue;
    const { type: _type, ...answer } = event;
    return answer;
  }
  throw new Error("a question ended without an answer");
}

function nothing(question: string): Answer {
  return {
    question,
    text: "",
    by: "passages",
    model: null,
    citations: [],
    sources: [],
    facts: null,
    covered: false,
    probability: 0,
    chat: null,
    spend: null,
    notes: [],
  };
}

const LEAST_PASSAGES = 3;

/** A longer text is no statement or question of facts, whatever its sentences are. */
const LONGEST_FACT = 4_000;

/** What is stored or answered exactly; null where the question isn't about facts. */
async function askFacts(
  project: Pick<OpenedProject, "facts">,
  { question, asked }: { readonly question: string; readonly asked: ChatQuestion | null },
  { caller, time = asked?.time, search = {} }: Pick<AskOptions, "time" | "search"> & { readonly caller: Caller },
): Promise<(NonNullable<Answer["facts"]> & { readonly rest: string }) | null> {
  if (question.length > LONGEST_FACT) return null;
  const scope = factsScope(caller, asked);
  const speech = { scope, ...(asked !== null && { chat: asked.chat }), ...(time !== undefined && { time }) };
  const result =
    asked === null || caller === "public"
      ? { changed: false, ...(await project.facts.ask(question, speech)) }
      : await project.facts.tell(question, { ...speech, messageId: asked.id });
  // What is said of a message that changed nothing is the answer to it.
  const isRemark = result.route === "search";
  if (isRemark && (result.text === "" || asked === null)) return null;
  // Outside of a chat a statement isn't stored without the user's knowledge.
  if (asked === null && result.route === "facts-write") return null;
  // A fact stands in no wing and is what it is now: where the answer is to come from a part of what is kept, passages alone give it.
  const isLimited = Object.keys(search).some((name) => name in FILTERS && name !== "now");
  if (!isRemark && !result.changed && isLimited) return null;
  const { route, reason, topic, items, changed, text } = result;
  // What isn't stored may have been said all the same, but where it was taken back.
  const isMissing =
    !changed &&
    result.answers.length > 0 &&
    result.answers.every((one) => one.kind === "not_stored" && one.count === undefined);
  const rest = isRemark ? "" : isMissing ? question : result.rest;
  return { route, reason, text, topic, items, changed, rest };
}

/** The model, where there is one and something to answer from. */
async function modelFor(
  project: Pick<OpenedProject, "languageModel">,
  hasMaterial: boolean,
): Promise<{ readonly model: LanguageModel | null; readonly note: Note | null }> {
  if (!hasMaterial) return { model: null, note: null };
  try {
    const model = await project.languageModel();
    if (model !== null) return { model, note: null };
    const message = "no language model is configured, so the answer is the passages themselves";
    const hint = hintOf(step`${example("config set", "llm.provider ollama")}; openai, anthropic and google are others`);
    return { model: null, note: { code: "NO_LANGUAGE_MODEL", message, ...hint } };
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    const { code, message, hint } = thrown;
    return { model: null, note: { code, message: `${message}; the answer is the passages themselves`, hint } };
  }
}

/** Who wrote an answer, and for how much. */
function costOfAnswer(
  { settings }: Pick<OpenedProject, "settings">,
  model: LanguageModel | null,
  written: Written | null,
): Pick<Answer, "model" | "spend"> {
  const usage = written?.usage ?? null;
  if (model === null || usage === null) return { model: (written && model?.identity) ?? null, spend: null };
  const { inputPrice, outputPrice } = spendRules(settings);
  const cost = (usage.inputTokens * inputPrice + usage.outputTokens * outputPrice) / 1_000_000;
  return { model: model.identity, spend: { ...usage, cost } };
}
