import type { PromptPassage, PromptTurn } from "../../conversation/prompt/ask-prompt.ts";
import { DEGREES, FINITE, IMPERATIVES, PRONOUNS } from "../../english/word-classes.ts";
import type { Caller, Scope } from "../../model/caller.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import type { Hit } from "../../operations/answers/hits.ts";
import type { Days } from "../../text/days.ts";
import type { LiveChats } from "../chats/live-chats.ts";
import type { AskOptions } from "../../model/requests/index.ts";
import { bareName, isPlainQuestion, LEADS, saysNothing } from "../../text/evidence.ts";
import { isClause } from "../../text/sentences.ts";
import { orderOf, remarkKind } from "../../text/remark.ts";
import { indexTerms, tellingTerms } from "../../text/analyzer.ts";
import { fold, words } from "../../text/words.ts";
import type { Answer, AskParts } from "./answer.ts";

export interface ChatQuestion {
  readonly chat: string;
  readonly id: string;
  readonly time: string;
  readonly scope: Scope;
  readonly drawers: readonly string[];
}

export async function keepQuestion(
  { project, chats }: AskParts,
  { question, caller }: { readonly question: string; readonly caller: Caller },
  options: AskOptions,
): Promise<ChatQuestion | null> {
  const { chat, scope, platform, author } = options;
  if (chat === undefined) return null;
  const { time = new Date(project.system.clock()).toISOString() } = options;
  const id = options.id ?? project.system.newId();
  const added = await chats.add(
    chat,
    { id, role: "user", text: question, time, ...(author !== undefined && { author }) },
    { caller, ...(scope !== undefined && { scope }), ...(platform !== undefined && { platform }) },
  );
  return { chat, id, time, scope: added.scope, drawers: added.drawers };
}

export async function keepAnswer(
  { project, chats }: AskParts,
  answer: Pick<TranscriptMessage, "sources" | "passages"> & {
    readonly chatQuestion: ChatQuestion | null;
    readonly text: string;
    readonly caller: Caller;
    /** Whether a language model wrote it. What Loci says by itself is a program's. */
    readonly byModel?: boolean;
  },
  { platform }: AskOptions,
): Promise<Answer["chat"]> {
  const { chatQuestion, text, sources = [], passages = [], caller, byModel = false } = answer;
  if (chatQuestion === null) return null;
  const id = project.system.newId();
  await chats.add(
    chatQuestion.chat,
    {
      id,
      role: "assistant",
      text,
      parent: chatQuestion.id,
      ...(sources.length > 0 && { sources }),
      ...(passages.length > 0 && { passages }),
      ...(!byModel && { marks: ["machine"] as const }),
    },
    { caller, ...(platform !== undefined && { platform }) },
  );
  return { name: chatQuestion.chat, question: chatQuestion.id, answer: id };
}

/** The audience of the answer. In a chat that others see, the answer may only use what they may see. */
export function audienceOf(scope: Scope, caller: Caller): Caller {
  if (caller !== "owner" || scope === "admin") return caller;
  return scope === "kb" ? "public" : scope;
}

/** The scope of the facts: a caller's own; for the owner, that of the user whom the chat is for. */
export function factsScope(caller: Caller, chatQuestion: ChatQuestion | null): Scope {
  if (caller === "public") return "kb";
  return caller === "owner" ? (chatQuestion?.scope ?? "admin") : caller;
}

export async function promptPassages(
  chats: LiveChats,
  hits: readonly Hit[],
  { caller, days }: { readonly caller: Caller; readonly days: Days },
): Promise<readonly PromptPassage[]> {
  // Times as the user's clock says them: a model that is told UTC counts days wrong.
  const local = (time: string | null): string | null =>
    time === null || !time.includes("T") ? time : `${days.day(time)} ${days.hour(time)}`;
  return await Promise.all(
    hits.map(async (hit): Promise<PromptPassage> => {
      const { id, text, title, source, heading, lines, pages, scope, message, later } = hit;
      const said = message === null ? null : { ...message, time: local(message.time) };
      const date = local(hit.date)?.slice(0, 10) ?? null;
      const anew = later !== undefined && { later: { ...later, date: local(later.date) } };
      const passage = { id, text, source, title, heading, lines, pages, date, scope, message: said, ...anew };
      if (message === null || (message.role !== "assistant" && message.role !== "bot")) return passage;
      const stored = await chats.message(message.chat, message.ids[0] ?? "", { caller });
      return stored?.sources === undefined ? passage : { ...passage, from: stored.sources };
    }),
  );
}

export async function turnsBefore(
  chats: LiveChats,
  { chat, id }: ChatQuestion,
  caller: Caller,
): Promise<readonly PromptTurn[]> {
  const recent = await chats.recent(chat, { caller });
  return recent
    .filter((one) => one.id !== id)
    .map(({ role, text }) => ({ role: role === "user" || role === "owner" ? "user" : "assistant", text }) as const);
}

export async function memoryFor(chats: LiveChats, asked: ChatQuestion | null, audience: Caller): Promise<string> {
  if (audience === "public" || (asked === null && audience !== "owner")) return "";
  return (await chats.memory(asked?.chat ?? "", { caller: audience })).shown;
}

/** All that a passage stands under, which says what it is about: its headings, or its chat. */
export const headingOf = ({ title, breadcrumb, message }: Hit): string =>
  [title, ...breadcrumb, message?.chat ?? ""].join(" ");

const REPLIES = {
  thanks: "You're welcome.",
  bye: "Bye.",
  hello: "Hello. Ask something, or tell me what to keep.",
  good: "Good.",
} as const;
const ORDER_REPLIES = {
  help:
    'Tell me what to keep, and ask for it later, in plain words. "Remember …" keeps a note word for word, "forget …" and "undo" take back, ' +
    '"what do you know about me?" shows the facts; documents answer too, once they are indexed.',
  undo: 'Nothing was changed right before, so there is nothing to take back. What was told earlier goes with "forget …" and its name.',
  everything: "Nothing is kept for you.",
  forget:
    'No fact is called so, and nothing was forgotten. "/forget" with these words shows what holds them, and forgets it once you say yes.',
} as const;
/** The reply to an order to the memory for which facts did nothing; null for all else. */
export function orderReply(said: string): string | null {
  const order = orderOf(said);
  return order === null ? null : ORDER_REPLIES[order.kind];
}

const ASKING = /[?？؟]|^(?:wh(?:at|y|o|ere|en|ich|ose)|how)\b|\b(?:what|who|where|when|why|how)$/iu;

/**
 * The reply to what asks for nothing: thanks, a greeting, a statement, and what neither asks nor tells by its form, unless what it names was found. Null
 * for what wants an answer.
 * @param hits what was found of it
 * @example acknowledgement("thanks a lot") // "You're welcome."
 * @example acknowledgement("spare keys with Olga") // LEADS.unclear
 */
export function acknowledgement(message: string, hits: readonly Hit[] = []): string | null {
  const said = message.trim();
  const kind = remarkKind(said);
  if (kind !== null) return REPLIES[kind];
  const all = words(fold(said)).map(({ text }) => text);
  const isOrder = IMPERATIVES.has(all[0] ?? "") && !all.slice(1, 4).some((word) => FINITE.has(word));
  if (ASKING.test(said) || isOrder || isPlainQuestion(said)) return null;
  // Who ends a sentence tells, in any language; who looks something up by its words ends none.
  const tells =
    isClause(said) || /[.!。！।]["'”’»)]*$|^[\p{L} ]+[:=] \S*\d/u.test(said) || /^(?:fyi|note|nb|ps)\b/iu.test(said);
  if (tells || DEGREES.has(all[0] ?? "") || all.some((word) => PRONOUNS.has(word) || FINITE.has(word))) return "Noted.";
  const terms = new Set(tellingTerms(bareName(said)));
  const holdsHalf = (hit: Hit): boolean =>
    terms.intersection(new Set(indexTerms(`${hit.heading} ${hit.text}`))).size * 2 >= terms.size &&
    !saysNothing(hit, said, true);
  if (hits.some(holdsHalf)) return null;
  // Few words without a value may only name what is looked for.
  return all.length > 4 || /[\d:=]|, /u.test(said) ? "Noted." : LEADS.unclear;
}
