import { example, hintOf, step } from "../../model/next-step.ts";
import type { OpenedProject } from "../opened-project.ts";
import { addressesIn, harmlessLinks } from "../../conversation/citations/answer-links.ts";
import { AnswerStream } from "../../conversation/citations/answer-stream.ts";
import { judgeAnswer, supportedOnly, type Verdict } from "../../conversation/citations/gate.ts";
import { passageAnswer } from "../../conversation/citations/passage-answer.ts";
import {
  type AskPrompt,
  buildAskPrompt,
  type PromptPassage,
  type PromptTurn,
} from "../../conversation/prompt/ask-prompt.ts";
import type { TellResult } from "../../facts/api/facts.ts";
import type { LanguageModel, ModelUsage } from "../../llm/port.ts";
import { type Caller, callerOf } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Hit, MessageRef, Note } from "../../model/hit.ts";

import type { Scope } from "../../model/scope.ts";
import type { SearchOptions, SearchResult } from "../../model/search.ts";
import type { Range } from "../../model/span.ts";
import { contentHash } from "../../text/content-hash.ts";
import type { LiveChats } from "../chats/live-chats.ts";
import { findEvidence } from "./find-evidence.ts";
import { spendRules } from "./open-language-model.ts";
import { recordAccesses } from "../search/record-accesses.ts";
import { ASK } from "../../model/requests/index.ts";

/** How a question is asked. */
export interface AskOptions {
  /** `owner` by default. */
  readonly caller?: Caller;
  /** The chat that it is asked in: both sides are kept there, and what was said before is known. Without one nothing is kept. */
  readonly chat?: string;
  /** For the owner: who may see the chat, where it begins now. */
  readonly scope?: string;
  /** Kept in the chat's profile. */
  readonly platform?: string;
  /** Id of the question in its chat; asking with it again adds nothing. */
  readonly id?: string;
  readonly author?: string;
  /** When it was asked, ISO 8601 with zone; now by default. */
  readonly time?: string;
  /** Passages at most; 5 by default. */
  readonly limit?: number;
  /** Leaves out every sentence of the answer that isn't proved. */
  readonly strict?: boolean;
  /** Filters of the search. */
  readonly search?: Pick<
    SearchOptions,
    "wing" | "hall" | "room" | "source" | "type" | "since" | "until" | "asOf" | "now"
  >;
  readonly signal?: AbortSignal;
}

/** A passage that an answer may stand on. */
export interface AskSource {
  /** `M1` */
  readonly label: string;
  readonly id: string;
  /** SHA-256 of the text when it was asked, hex. */
  readonly hash: string;
  readonly text: string;
  readonly source: Hit["source"];
  readonly heading: string;
  readonly lines: Range | null;
  readonly pages: Range | null;
  readonly message: MessageRef | null;
  readonly date: string | null;
  readonly scope: Scope;
}

/** A citation of an answer, checked without a model. */
export interface AnswerCitation {
  readonly label: string;
  /** Null where the answer names a passage without quoting it. */
  readonly quote: string | null;
  readonly verdict: Verdict;
  /** `no quote` or `too short` where that is why; else empty. */
  readonly reason: string;
  /** The label of the passage that holds it, also another one than was named; null where none does. */
  readonly foundIn: string | null;
  /** The drawer that holds it, and the hash that it had when it was asked. */
  readonly drawer: string | null;
  readonly hash: string | null;
  /** Its lines in the file; null where the source has none. */
  readonly lines: Range | null;
  readonly message: MessageRef | null;
}

/** What a question came to. */
export interface Answer {
  readonly question: string;
  /** As it may be shown: no images, no addresses but those of cited passages. */
  readonly text: string;
  /** `facts`: answered exactly, by rule. `model`: written by a language model. `passages`: the passages themselves. */
  readonly by: "facts" | "model" | "passages";
  readonly model: { readonly provider: string; readonly model: string } | null;
  readonly citations: readonly AnswerCitation[];
  readonly sources: readonly AskSource[];
  /** What was stored or answered exactly; null where the question wasn't about facts. */
  readonly facts:
    (Pick<TellResult, "route" | "reason" | "text" | "topic" | "items"> & { readonly changed: boolean }) | null;
  readonly covered: boolean;
  readonly probability: number;
  /** Ids of the two messages in the chat; null without one. */
  readonly chat: { readonly name: string; readonly question: string; readonly answer: string } | null;
  /** What the answer cost; null where no model was asked. */
  readonly spend: (ModelUsage & { readonly cost: number }) | null;
  readonly notes: readonly Note[];
}

/** What happens while a question is answered. `delta`s are harmless pieces to show at once; `done` has the answer as it is to be kept. */
export type AskEvent =
  | { readonly type: "passages"; readonly passages: readonly AskSource[]; readonly covered: boolean }
  | { readonly type: "delta"; readonly text: string }
  | ({ readonly type: "done" } & Answer);

/** What asking works with. */
export interface AskParts {
  readonly project: OpenedProject;
  readonly chats: LiveChats;
  readonly search: (query: string, options?: SearchOptions) => Promise<SearchResult>;
}

/**
 * Answers a question: exactly where it is about facts; else from the passages that the caller may see, by the language model where there is one. One
 * call of the model at most, without tools: nothing that a stored text says can lead to another.
 *
 * @throws LociError `FORBIDDEN` for a chat of the public, `QUERY_INVALID`, `CANCELLED`; `MODEL_UNAVAILABLE` only where an answer broke off in the middle
 */
export async function* askStream(
  parts: AskParts,
  question: string,
  options: AskOptions = {},
): AsyncGenerator<AskEvent> {
  const { project, chats, search } = parts;
  const caller = callerOf(options.caller);
  if (question.trim() === "") throw new LociError("QUERY_INVALID", "a question is missing", { hint: "ask something" });
  const notes: Note[] = [];
  const asked = await keepQuestion(parts, question, caller, options);
  const audience = asked === null ? caller : audienceOf(asked.scope, caller);
  const facts = await askFacts(project, question, caller, asked);
  if (facts !== null && facts.rest.trim() === "") {
    const { rest: _rest, ...shown } = facts;
    const { text } = shown;
    yield { type: "passages", passages: [], covered: true };
    yield { type: "delta", text };
    const chat = await keepAnswer(parts, asked, text, [], caller, options);
    const sure = { by: "facts", covered: true, probability: 1 } as const;
    return yield { type: "done", ...nothing(question), ...sure, text, facts: shown, chat };
  }
  const wanted = facts === null ? question : facts.rest;
  const result = await findEvidence(search, wanted, {
    ...options.search,
    caller: audience,
    limit: options.limit ?? ASK.limit.default,
    excludeIds: asked?.drawers ?? [],
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  notes.push(...result.notes);
  const passages = await promptPassages(chats, result.hits, caller);
  const recent = asked === null ? [] : await turnsBefore(chats, asked, caller);
  const memory = await memoryFor(chats, asked, audience);
  const prompt = buildAskPrompt({ question: wanted, passages, memory, recent, newNonce: project.system.newId });
  const sources = labelled(result.hits, passages, prompt.sources);
  yield { type: "passages", passages: sources, covered: result.covered };

  const said = facts === null || facts.text === "" ? "" : `${facts.text}\n\n`;
  if (said !== "") yield { type: "delta", text: said };
  const { model, note } = await modelFor(project, sources.length > 0 || memory !== "" || recent.length > 0);
  if (note !== null) notes.push(note);
  const written = model === null ? null : yield* writeAnswer(write(model, prompt, project, options.signal), notes);
  const strict = options.strict === true && written !== null;
  const { proved, harmless } = provedPart(written?.text ?? "", sources, strict);
  if (strict && proved === "") notes.push(NOTHING_PROVED);
  const byModel = written !== null && proved !== "";
  const body = byModel ? harmless : passageAnswer(sources, result.covered);
  if (!byModel) yield { type: "delta", text: body };
  const citations = (byModel ? judgeAnswer(proved, sources) : judgeAnswer(body, sources)).map((one) =>
    citation(one, sources),
  );
  const text = said + body;
  const kept = await keepAnswer(parts, asked, text, namesOf(sources, memory), caller, options);
  const used = supportedDrawers(citations);
  if (used.length > 0) await recordAccesses(project, [{ kind: "cited", ids: used, caller, query: question }]);
  const { rest: _rest, ...about } = facts ?? { rest: "" };
  yield {
    type: "done",
    ...nothing(question),
    text,
    by: byModel ? "model" : "passages",
    citations,
    sources,
    facts: facts === null ? null : (about as NonNullable<Answer["facts"]>),
    covered: result.covered,
    probability: result.probability,
    chat: kept,
    ...costOfAnswer(project, model, written),
    notes,
  };
}

/** Tells harmless pieces of a model's answer as they come. @returns the whole; null where it failed, which a note says then */
async function* writeAnswer(
  pieces: AsyncIterable<string | Written>,
  notes: Note[],
): AsyncGenerator<AskEvent, Written | null> {
  const stream = new AnswerStream();
  let written: Written | null = null;
  try {
    for await (const piece of pieces) {
      if (typeof piece !== "string") written = piece;
      else {
        const text = stream.push(piece);
        if (text !== "") yield { type: "delta", text };
      }
    }
    const text = stream.end();
    if (text !== "") yield { type: "delta", text };
  } catch (thrown) {
    notes.push(insteadOfModel(thrown));
  }
  return written;
}

const NOTHING_PROVED: Note = {
  code: "NOTHING_PROVED",
  message: "no sentence of the model's answer could be proved from the passages",
  hint: "read the passages themselves, or ask without strict",
};

/**
 * What of a model's answer is shown: where `strict`, its sentences that are proved.
 *
 * @returns the same with links made harmless, but for addresses that stand in what is cited rightly
 */
function provedPart(
  raw: string,
  sources: readonly AskSource[],
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

interface Written {
  readonly text: string;
  readonly usage: ModelUsage;
}

interface Asked {
  readonly chat: string;
  readonly id: string;
  readonly scope: Scope;
  readonly drawers: readonly string[];
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

async function keepQuestion(
  { project, chats }: AskParts,
  question: string,
  caller: Caller,
  options: AskOptions,
): Promise<Asked | null> {
  const { chat, scope, platform, author, time } = options;
  if (chat === undefined) return null;
  const id = options.id ?? project.system.newId();
  const added = await chats.add(
    chat,
    { id, role: "user", text: question, ...(author !== undefined && { author }), ...(time !== undefined && { time }) },
    { caller, ...(scope !== undefined && { scope }), ...(platform !== undefined && { platform }) },
  );
  return { chat, id, scope: added.scope, drawers: added.drawers };
}

/** Who hears the answer: in a chat that others see, only what they may see may be answered. */
function audienceOf(scope: Scope, caller: Caller): Caller {
  if (caller !== "owner" || scope === "admin") return caller;
  return scope === "kb" ? "public" : scope;
}

/** Whose facts are meant: a caller's own, and the owner's in his chats those of whom the chat is for. */
function factsScope(caller: Caller, asked: Asked | null): Scope {
  if (caller === "public") return "kb";
  return caller === "owner" ? (asked?.scope ?? "admin") : caller;
}

/** What is stored or answered exactly; null where the question isn't about facts. */
async function askFacts(
  project: OpenedProject,
  question: string,
  caller: Caller,
  asked: Asked | null,
): Promise<(NonNullable<Answer["facts"]> & { readonly rest: string }) | null> {
  const scope = factsScope(caller, asked);
  const speech = { scope, ...(asked !== null && { chat: asked.chat }) };
  const result =
    asked === null || caller === "public"
      ? { changed: false, ...(await project.facts.ask(question, speech)) }
      : await project.facts.tell(question, { ...speech, messageId: asked.id });
  if (result.route === "search") return null;
  // Asked outside of a chat: a statement isn't stored behind somebody's back.
  if (asked === null && result.route === "facts-write") return null;
  const { route, reason, text, topic, items, changed, rest } = result;
  return { route, reason, text, topic, items, changed, rest };
}

async function promptPassages(
  chats: LiveChats,
  hits: readonly Hit[],
  caller: Caller,
): Promise<readonly PromptPassage[]> {
  return await Promise.all(
    hits.map(async ({ id, text, source, heading, pages, date, message }): Promise<PromptPassage> => {
      const passage = { id, text, source, heading: message === null ? heading : "", pages, date, message };
      if (message === null || (message.role !== "assistant" && message.role !== "bot")) return passage;
      const said = await chats.message(message.chat, message.ids[0] ?? "", { caller });
      return said?.sources === undefined ? passage : { ...passage, from: said.sources };
    }),
  );
}

async function turnsBefore(chats: LiveChats, { chat, id }: Asked, caller: Caller): Promise<readonly PromptTurn[]> {
  const recent = await chats.recent(chat, { caller });
  return recent
    .filter((one) => one.id !== id)
    .map(({ role, text }) => ({ role: role === "user" || role === "owner" ? "user" : "assistant", text }) as const);
}

async function memoryFor(chats: LiveChats, asked: Asked | null, audience: Caller): Promise<string> {
  if (audience === "public" || (asked === null && audience !== "owner")) return "";
  return (await chats.memory(asked?.chat ?? "", { caller: audience })).shown;
}

/** The model, where there is one and something to answer from. */
async function modelFor(
  project: OpenedProject,
  hasMaterial: boolean,
): Promise<{ readonly model: LanguageModel | null; readonly note: Note | null }> {
  if (!hasMaterial) return { model: null, note: null };
  try {
    const model = await project.languageModel();
    if (model !== null) return { model, note: null };
    return {
      model: null,
      note: {
        code: "NO_LANGUAGE_MODEL",
        message: "no language model is configured, so the answer is the passages themselves",
        ...hintOf(step`${example("config set", "llm.provider ollama")} (or openai, anthropic, google)`),
      },
    };
  } catch (thrown) {
    return { model: null, note: insteadOfModel(thrown) };
  }
}

/** A note for an answer that had to do without the model. @throws what must not be passed over: giving up, and an answer that broke off */
function insteadOfModel(thrown: unknown): Note {
  if (!(thrown instanceof LociError) || thrown.code === "CANCELLED" || thrown.details["reason"] === "cut_off")
    throw thrown;
  return { code: thrown.code, message: `${thrown.message}; the answer is the passages themselves`, hint: thrown.hint };
}

async function* write(
  model: LanguageModel,
  prompt: AskPrompt,
  project: OpenedProject,
  signal: AbortSignal | undefined,
): AsyncGenerator<string | Written> {
  let text = "";
  const request = {
    system: prompt.system,
    messages: prompt.messages,
    maxOutputTokens: project.settings.llm.max_output_tokens,
    job: "ask",
    signal,
  };
  for await (const event of model.stream(request)) {
    if (event.kind === "end") yield { text, usage: event.usage };
    else {
      text += event.text;
      yield event.text;
    }
  }
}

async function keepAnswer(
  { project, chats }: AskParts,
  asked: Asked | null,
  text: string,
  sources: readonly string[],
  caller: Caller,
  { platform }: AskOptions,
): Promise<Answer["chat"]> {
  if (asked === null) return null;
  const id = project.system.newId();
  await chats.add(
    asked.chat,
    { id, role: "assistant", text, parent: asked.id, ...(sources.length > 0 && { sources }) },
    { caller, ...(platform !== undefined && { platform }) },
  );
  return { name: asked.chat, question: asked.id, answer: id };
}

/** What an answer stood on, by name: everything that was in its prompt, whether it cites it or not. */
function namesOf(sources: readonly AskSource[], memory: string): readonly string[] {
  const names = sources.map(({ source, message }) =>
    message === null ? source.path || source.name : `chat ${message.chat}`,
  );
  return [...new Set([...names, ...(memory === "" ? [] : ["notes"])])];
}

/** Who wrote an answer, and for how much. */
function costOfAnswer(
  project: OpenedProject,
  model: LanguageModel | null,
  written: Written | null,
): Pick<Answer, "model" | "spend"> {
  if (written === null || model === null) return { model: null, spend: null };
  return { model: model.identity, spend: { ...written.usage, cost: costOf(project, written.usage) } };
}

/** Hits that stand in the prompt, in its order, by the labels they have there. */
function labelled(
  hits: readonly Hit[],
  passages: readonly { readonly id: string }[],
  inPrompt: readonly { readonly id: string; readonly label: string }[],
): readonly AskSource[] {
  return hits.slice(0, passages.length).flatMap((hit, i) => {
    const label = inPrompt.find(({ id }) => id === passages[i]?.id)?.label;
    return label === undefined ? [] : [sourceOf(hit, label)];
  });
}

/** Drawers that a citation was proved by, each once. */
function supportedDrawers(citations: readonly AnswerCitation[]): readonly string[] {
  const proved = citations.flatMap(({ verdict, drawer }) =>
    verdict === "supported" && drawer !== null ? [drawer] : [],
  );
  return [...new Set(proved)];
}

function sourceOf(hit: Hit, label: string): AskSource {
  const { id, text, source, heading, lines, pages, message, date, scope } = hit;
  return { label, id, hash: contentHash(text), text, source, heading, lines, pages, message, date, scope };
}

function citation(
  { label, quote, verdict, reason, foundIn, span }: ReturnType<typeof judgeAnswer>[number],
  sources: readonly AskSource[],
): AnswerCitation {
  const source = sources.find((one) => one.label === foundIn);
  return {
    label,
    quote,
    verdict,
    reason,
    foundIn,
    drawer: source?.id ?? null,
    hash: source?.hash ?? null,
    lines: source === undefined || span === null ? null : linesOf(source, span),
    message: source?.message ?? null,
  };
}

/** The lines of a place in a drawer. */
export function linesOf(
  { lines, text }: Pick<AskSource, "lines" | "text">,
  { start, end }: { readonly start: number; readonly end: number },
): Range | null {
  if (lines === null) return null;
  const before = newlines(text.slice(0, start));
  const first = lines.start + before;
  return { start: Math.min(first, lines.end), end: Math.min(first + newlines(text.slice(start, end)), lines.end) };
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

function costOf({ settings }: OpenedProject, { inputTokens, outputTokens }: ModelUsage): number {
  const { inputPrice, outputPrice } = spendRules(settings);
  return (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000;
}
