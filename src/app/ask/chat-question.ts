import type { PromptPassage, PromptTurn } from "../../conversation/prompt/ask-prompt.ts";
import type { Caller } from "../../model/caller.ts";
import type { Hit } from "../../operations/answers/hits.ts";
import type { Days } from "../../text/days.ts";
import type { Scope } from "../../model/scope.ts";
import type { LiveChats } from "../chats/live-chats.ts";
import type { AskOptions, SearchOptions } from "../../model/requests/index.ts";
import type { Answer, AskParts } from "./answer.ts";
import { answersBest } from "../../conversation/citations/passage-answer.ts";
import { messageRole } from "../../model/message-role.ts";
import { mayRenew, renewalOf } from "../../retrieval/renewal.ts";
import type { Search } from "../opened-project.ts";

export interface ChatQuestion {
  readonly chat: string;
  readonly id: string;
  readonly scope: Scope;
  readonly drawers: readonly string[];
}

export async function keepQuestion(
  { project, chats }: AskParts,
  { question, caller }: { readonly question: string; readonly caller: Caller },
  options: AskOptions,
): Promise<ChatQuestion | null> {
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

export async function keepAnswer(
  { project, chats }: AskParts,
  {
    chatQuestion,
    text,
    sources,
    caller,
  }: {
    readonly chatQuestion: ChatQuestion | null;
    readonly text: string;
    readonly sources: readonly string[];
    readonly caller: Caller;
  },
  { platform }: AskOptions,
): Promise<Answer["chat"]> {
  if (chatQuestion === null) return null;
  const id = project.system.newId();
  await chats.add(
    chatQuestion.chat,
    { id, role: "assistant", text, parent: chatQuestion.id, ...(sources.length > 0 && { sources }) },
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
    hits.map(
      async ({
        id,
        text,
        title,
        source,
        heading,
        lines,
        pages,
        date,
        scope,
        message,
        later,
      }): Promise<PromptPassage> => {
        const said = message === null ? null : { ...message, time: local(message.time) };
        const day = local(date)?.slice(0, 10) ?? null;
        const place = { source, title, heading, lines, pages, date: day, scope, message: said };
        const passage = { id, text, ...place, ...(later !== undefined && { later }) };
        if (message === null || (message.role !== "assistant" && message.role !== "bot")) return passage;
        const stored = await chats.message(message.chat, message.ids[0] ?? "", { caller });
        return stored?.sources === undefined ? passage : { ...passage, from: stored.sources };
      },
    ),
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

export async function memoryFor(
  chats: LiveChats,
  chatQuestion: ChatQuestion | null,
  audience: Caller,
): Promise<string> {
  if (audience === "public" || (chatQuestion === null && audience !== "owner")) return "";
  return (await chats.memory(chatQuestion?.chat ?? "", { caller: audience })).shown;
}

/** Messages that are looked at, and the most that are shown. */
const LOOKED_AT = 12;
const MOST_SHOWN = 2;
/** Answers of which later messages are looked for. */
const MOST_ANSWERS = 3;

/**
 * What people said later than a message that answers a question, where it speaks of the same and says that it is so from
 * now on: it goes before all others, the latest first. No other question and no document is touched.
 *
 * @param hits what is shown, the best first
 * @returns what is shown, and ids of those that say something newer
 * Cost: one more search by words for each of the three best answers that is a person's message, until one finds something.
 */
export async function withLaterSaid(
  search: Search,
  question: string,
  { hits, options }: { readonly hits: readonly Hit[]; readonly options: SearchOptions },
): Promise<{ readonly hits: readonly Hit[]; readonly newer: ReadonlySet<string> }> {
  const isOfNow = (options.since ?? options.until ?? options.asOf) === undefined;
  const headed = hits.map((hit) => ({ ...hit, heading: headingOf(hit) }));
  const best = isOfNow ? answersBest(headed, question).slice(0, MOST_ANSWERS) : [];
  for (const { passage: first, piece } of best) {
    if (piece === null || !isSaid(first)) continue;
    const renewal = renewalOf(question, first.text.slice(piece.start, piece.end));
    if (renewal === null) continue;
    const since = timeOf(first);
    const filters = { mode: "lexical", groupBy: "drawer", role: "user", limit: LOOKED_AT, since } as const;
    const found = await search(renewal.subject, { ...options, ...filters });
    const later = found.hits
      .filter((hit) => isSaid(hit) && mayRenew(first.scope, hit.scope) && timeOf(hit) > since && hit.id !== first.id)
      .filter(({ text, message }) => renewal.by(text, message?.chat ?? ""))
      .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
      .slice(0, MOST_SHOWN);
    if (later.length === 0) continue;
    const newer = new Set(later.map(({ id }) => id));
    return { hits: [...later, ...hits.filter(({ id }) => !newer.has(id))], newer };
  }
  return { hits, newer: new Set() };
}

/** All that a passage stands under, which says what it is about: its headings, or its chat. */
export const headingOf = ({ title, breadcrumb, message }: Hit): string =>
  [title, ...breadcrumb, message?.chat ?? ""].join(" ");

/** Whether a person said it, and doesn't only ask. */
const isSaid = ({ message, ground }: Hit): boolean =>
  message !== null && messageRole(message.role) === "user" && ground === "stated";

const timeOf = ({ message, date }: Hit): string => message?.time ?? date ?? "";
