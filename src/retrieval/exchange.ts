import type { VisibleScopes } from "../model/caller.ts";
import type { Exchange } from "../operations/answers/hits.ts";
import type { IndexReader, StoredDrawer } from "../storage/ports/search-index.ts";
import { type Asked, holdsKind, holdsValue } from "../text/asked-kind.ts";
import { passageSpan } from "../text/snippet.ts";
import type { TermSpan } from "../text/analyzer.ts";

/** A tool's call in an agent's session, what it gave, and the words before it; or a request, and what the agent found. Each with its parts, in their order. */
export interface FoundExchange {
  /** Equal for all that belongs to one exchange of a document. */
  readonly key: string;
  readonly words: readonly StoredDrawer[];
  readonly call: readonly StoredDrawer[];
  readonly result: readonly StoredDrawer[];
}

/** Drawers that are looked at on either side, and of a turn four times as many. A call whose result is longer than that is found from its beginning. */
const REACH = 8;
/** Characters of a piece that is shown beside a hit; of what an agent found twice as many. */
const PIECE = 120;
/** Distinct terms of the question that a piece holds at least, unless it was found itself. */
const TELLING = 3;

/**
 * What stands around what an agent or its tools said, by the ids of the drawers: of one exchange the best stands for all, and shows pieces of the others.
 * Cost: a read of some drawers for each.
 */
export async function readExchanges(
  index: IndexReader,
  drawers: readonly StoredDrawer[],
  visible: VisibleScopes,
): Promise<ReadonlyMap<string, FoundExchange>> {
  const found = new Map<string, FoundExchange>();
  for (const one of drawers) {
    const { role } = one.drawer.message ?? { role: "" };
    if (role !== "assistant" && role !== "tool_call" && role !== "tool_result") continue;
    const range = { from: Math.max(0, one.position - REACH), to: one.position + REACH };
    const around = await index.documentDrawers(one.document, visible, range);
    const exchange = exchangeAt(around, one.drawer.id);
    if (exchange !== null) found.set(one.drawer.id, exchange);
  }
  return found;
}

/**
 * What the agent found, by the ids of the requests among hits that lack the kind of thing that is asked for, or any value: the report of a fault has no
 * cause. None where that is a hit itself. Cost: a read of up to 32 drawers for each such request.
 */
export async function readFindings(
  index: IndexReader,
  hits: readonly StoredDrawer[],
  { visible, kinds: [asked] }: { readonly visible: VisibleScopes; readonly kinds: readonly Asked[] },
): Promise<ReadonlyMap<string, FoundExchange>> {
  const found = new Map<string, FoundExchange>();
  const shown = new Set(hits.map(({ drawer }) => drawer.id));
  for (const one of hits) {
    const { id, text, message } = one.drawer;
    const tells = asked === undefined ? holdsValue(text) : asked.kind !== "reason" && holdsKind(asked.kind, text);
    if (message?.role !== "user" || tells) continue;
    const behind = { from: one.position + 1, to: one.position + 4 * REACH };
    const result = findingOf(await index.documentDrawers(one.document, visible, behind));
    if (result !== null && !result.some(({ drawer }) => shown.has(drawer.id)))
      found.set(id, { key: id, words: [one], call: [], result });
  }
  return found;
}

type Said = readonly [StoredDrawer, ...StoredDrawer[]];

/**
 * The exchange that a drawer belongs to: calls that follow each other have their results in the same order; words belong to the first call behind them.
 * @param around drawers of a document that follow each other
 * @returns null for words that no call follows, and a result whose call isn't there
 */
function exchangeAt(around: readonly StoredDrawer[], id: string): FoundExchange | null {
  const said = messagesOf(around);
  const isOf = (at: number, role: string): boolean => said[at]?.[0].drawer.message?.role === role;
  const runStart = (at: number, role: string): number => (isOf(at - 1, role) ? runStart(at - 1, role) : at);
  const own = said.findIndex((parts) => parts.some(({ drawer }) => drawer.id === id));
  const first = runStart(own, "tool_result");
  const call = isOf(own, "tool_result")
    ? Math.min(first - 1, runStart(first - 1, "tool_call") + own - first)
    : own + (isOf(own, "assistant") ? 1 : 0);
  if (!isOf(call, "tool_call")) return null;
  const firstCall = runStart(call, "tool_call");
  let result = call;
  while (isOf(result, "tool_call")) result++;
  result += call - firstCall;
  const [asked] = said[call] as Said;
  return {
    key: asked.drawer.id,
    words: call === firstCall && isOf(call - 1, "assistant") ? (said[call - 1] as Said) : [],
    call: said[call] as Said,
    result: isOf(result, "tool_result") ? (said[result] as Said) : [],
  };
}

/** The tool and the address of a call that fetched what others wrote, by name or address; else null. @example "WebFetch https://a.org/p" */
export function fetchedBy({ call }: Pick<FoundExchange, "call">): string | null {
  const text = call.map(({ drawer }) => drawer.text).join("");
  if (!/^\W*(?:mcp__|\w*(?:web|fetch|brows|url|http))|\b(?:curl|wget)\b|https?:\/\//iu.test(text)) return null;
  return [/[\w-]+/u, /(?:https?:\/\/|(?<=\s)[\w-]+(?:\.[\w-]+)+\/)[^\s"'<>\\)]+/iu]
    .flatMap((part) => part.exec(text)?.[0] ?? [])
    .join(" ");
}

/** The last words of an agent before a person speaks again; null where he uses no tool far and wide, as who only chats. */
function findingOf(behind: readonly StoredDrawer[]): Said | null {
  const said = messagesOf(behind);
  const isOf = (role: string) => (one: Said) => one[0].drawer.message?.role === role;
  const next = said.findIndex(isOf("user"));
  const turn = next < 0 ? said : said.slice(0, next);
  return said.some(isOf("tool_call")) ? (turn.findLast(isOf("assistant")) ?? null) : null;
}

/** The messages of an agent's session, without those that hold nothing. */
function messagesOf(around: readonly StoredDrawer[]): readonly Said[] {
  const said: [StoredDrawer, ...StoredDrawer[]][] = [];
  for (const one of around) {
    const { message, text } = one.drawer;
    const last = said.at(-1);
    if (message !== null && last?.[0].drawer.message?.ids.join(" ") === message.ids.join(" ")) last.push(one);
    else if (text.trim() !== "") said.push([one]);
  }
  return said;
}

/**
 * What a hit shows of its exchange: the ids, and verbatim pieces of its other messages as far as they hold what is asked, or were found themselves.
 * @param folded ids of drawers that were found and for which the hit stands
 */
export function shownExchange(
  { words, call, result }: FoundExchange,
  own: StoredDrawer,
  folded: ReadonlySet<string>,
  findTerms: (text: string) => readonly TermSpan[],
): Exchange {
  const idOf = (parts: readonly StoredDrawer[]): string | null => parts[0]?.drawer.id ?? null;
  const ownMessage = own.drawer.message?.ids.join(" ");
  const pieces = [words, call, result].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined || first.drawer.message?.ids.join(" ") === ownMessage) return [];
    const held = parts.map(({ drawer }) => new Set(findTerms(drawer.text).map(({ term }) => term)).size);
    const best = held.indexOf(Math.max(...held));
    const found = parts.find(({ drawer }) => folded.has(drawer.id));
    const isFinding = call.length === 0;
    if (found === undefined && !isFinding && (held[best] as number) < TELLING) return [];
    const { id, text, message } = (found ?? (parts[best] as StoredDrawer)).drawer;
    const { start, end } = passageSpan(text, findTerms, isFinding ? 2 * PIECE : PIECE);
    const cut = `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
    return [{ id, role: message?.role ?? "", ids: message?.ids ?? [], text: cut }];
  });
  return { words: idOf(words), call: idOf(call), result: idOf(result), pieces };
}
