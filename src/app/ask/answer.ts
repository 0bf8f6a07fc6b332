import { randomBytes } from "node:crypto";
import type { judgeAnswer } from "../../conversation/citations/gate.ts";
import { type PromptPassage, type RagPrompt, ragPrompt } from "../../conversation/prompt/ask-prompt.ts";
import type { TellResult } from "../../facts/api/facts.ts";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import type { Range } from "../../model/section.ts";
import type { AnswerCitation, AnswerTold, AskSource } from "../../operations/answers/ask.ts";
import type { Hit } from "../../operations/answers/hits.ts";
import { contentHash } from "../../text/content-hash.ts";
import type { LiveChats } from "../chats/live-chats.ts";
import type { OpenedProject, Search } from "../opened-project.ts";

export type Answer = Omit<AnswerTold, "facts"> & {
  /** What was stored or answered exactly; null where the question wasn't about facts. */
  readonly facts:
    | (Pick<TellResult, "route" | "reason" | "text" | "topic" | "items"> & { readonly changed: boolean })
    | null;
};

/** What happens while a question is answered. `delta`s are harmless pieces to show at once; `done` has the answer as it is to be kept. */
export type AskEvent =
  | { readonly type: "passages"; readonly passages: readonly AskSource[]; readonly covered: boolean }
  | { readonly type: "delta"; readonly text: string }
  | ({ readonly type: "done" } & Answer);

export interface AskParts {
  readonly project: OpenedProject;
  readonly chats: LiveChats;
  readonly search: Search;
}

/** Hits that stand in the prompt, in its order, by the labels they have there. */
export function labelled(
  hits: readonly Hit[],
  passages: readonly { readonly id: string }[],
  inPrompt: readonly { readonly id: string; readonly label: string }[],
): readonly AskSource[] {
  return hits.slice(0, passages.length).flatMap((hit, i) => {
    const label = inPrompt.find(({ id }) => id === passages[i]?.id)?.label;
    return label === undefined ? [] : [sourceOf(hit, label)];
  });
}

/** Drawers that prove a citation, without duplicates. */
export function supportedDrawers(citations: readonly AnswerCitation[]): readonly string[] {
  const supported = citations.filter(({ verdict }) => verdict === "supported");
  return [...new Set(supported.flatMap(({ drawer }) => drawer ?? []))];
}

/** What an answer's message keeps of its prompt, whether the answer cites it or not: names, and what each label stands for. */
export function stoodOn(sources: readonly AskSource[], citations: readonly AnswerCitation[], memory: string) {
  const names = sources.map(({ source, message }) =>
    message === null ? source.path || source.name : `chat ${message.chat}`,
  );
  const shown = sources.filter(({ label }) => citations.every((one) => one.label !== label));
  const passages = [...citations, ...shown.map(({ label }) => ({ label, verdict: null }))].map(({ label, verdict }) => {
    return { label, id: sources.find((one) => one.label === label)?.id ?? null, verdict };
  });
  return { sources: [...new Set([...names, ...(memory === "" ? [] : ["notes"])])], passages };
}

function sourceOf(hit: Hit, label: string): AskSource {
  const { id, text, source, title, heading, lines, pages, message, date, scope, later } = hit;
  const place = { source, title, heading, lines, pages, message, date, scope };
  return { label, id, hash: contentHash(text), text, ...place, ...(later !== undefined && { later }) };
}

export function citation(
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
  const newlines = (part: string): number => part.split("\n").length - 1;
  const before = newlines(text.slice(0, start));
  const first = lines.start + before;
  return { start: Math.min(first, lines.end), end: Math.min(first + newlines(text.slice(start, end)), lines.end) };
}

/** What an agent found out on the request of a hit. */
export const findingOf = ({ exchange }: Hit): string | null =>
  exchange?.call === null ? (exchange.pieces[0]?.id ?? null) : null;

/** Hits, and before the first, where it asks an agent for something, what he found out: a report has no answer. Cost: one read. */
export async function withFinding(
  { indexHandle }: Pick<OpenedProject, "indexHandle">,
  hits: readonly Hit[],
  caller: Caller,
): Promise<readonly Hit[]> {
  const [first] = hits;
  const id = first === undefined ? null : findingOf(first);
  const [stored] = id === null ? [] : await indexHandle.use((index) => index.get([id], visibleScopes(caller)));
  if (!first?.message || !stored?.drawer.message) return hits;
  const { id: found, text, heading, message } = stored.drawer;
  const { exchange: _exchange, ...hit } = first;
  const { turn: _turn, ...said } = { ...first.message, role: message.role, ids: message.ids };
  return [{ ...hit, id: found, text, heading, message: said, ground: "derived", unchecked: true }, ...hits];
}

const newNonce = (): string => randomBytes(8).toString("hex");

/**
 * The prompt for a model of your own: stored passages fenced as data, in the user's message. Check its answer with `judgeAnswer(answer, sources)`.
 * @param drawers hits of a search, in the order in which they are to be labelled `M1`, `M2`, …
 * @example
 * const { hits } = await project.search(question);
 * const { system, user, sources } = buildRagPrompt(question, hits);
 * const answer = await myModel(system, user);
 * judgeAnswer(answer, sources).every(({ verdict }) => verdict === "supported");
 */
export const buildRagPrompt = (question: string, drawers: readonly PromptPassage[]): RagPrompt =>
  ragPrompt({ question, passages: drawers, newNonce });
