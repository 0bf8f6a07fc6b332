import type { Drawer } from "../model/drawer.ts";
import { messageRole } from "../model/message-role.ts";
import type { AskedBefore, SaidLater } from "../operations/answers/hits.ts";
import { isBehindQuestion, isEcho } from "../text/evidence.ts";
import type { IndexReader, StoredDrawer } from "../storage/ports/search-index.ts";
import { type Collapsed, collapseDuplicates, onceEach } from "./collapse-duplicates.ts";
import type { PreparedSearch } from "./prepare.ts";
import { FIELD, type Judgement, type RelevanceJudge } from "./judge-relevance.ts";
import { type FoundExchange, readExchanges, readFindings } from "./exchange.ts";
import { type Meaning, renewedFirst } from "./renewing.ts";
import { roomForStated } from "./raise.ts";
import { weakerBehind } from "./weaker-behind.ts";
import { type Ranked, type Ranking, behind, charged } from "./rank.ts";
import { tokenEstimate } from "../text/token-estimate.ts";
import { fold } from "../text/words.ts";

/**
 * A number of 32 bits for each folded word, in order (FNV-1a over its UTF-16 units). Words are what `split(/\s+/)` parts. Only words that hold more
 * than ASCII are folded as texts; such a fold may part a word, or leave nothing of it. Cost: 2 ns a character of ASCII.
 */
export function wordNumbers(text: string): Int32Array {
  const numbers: number[] = [];
  const { length } = text;
  let start = 0;
  let hash = FNV_BASIS;
  for (let i = 0; i <= length; i++) {
    // Beyond the end stands a space.
    const unit = i < length ? text.charCodeAt(i) : SPACE;
    const folded = unit < 128 ? (FOLDED[unit] as number) : unit;
    if (folded === 0 || (unit > 127 && isSpace(text[i] as string))) {
      if (i > start) numbers.push(hash);
      start = i + 1;
      hash = FNV_BASIS;
    } else if (unit > 127) {
      const end = wordEnd(text, i);
      for (const word of fold(text.slice(start, end)).split(/\s+/)) if (word !== "") numbers.push(numberOf(word));
      i = end;
      start = end + 1;
      hash = FNV_BASIS;
    } else hash = Math.imul(hash ^ folded, FNV_PRIME);
  }
  return Int32Array.from(numbers);
}

function wordEnd(text: string, from: number): number {
  const length = text.slice(from).search(/\s/);
  return length < 0 ? text.length : from + length;
}

function numberOf(word: string): number {
  let hash = FNV_BASIS;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ (word.charCodeAt(i) || NUL), FNV_PRIME);
  return hash;
}

const isSpace = (character: string): boolean => /\s/.test(character);
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const SPACE = 32;
/** What stands for NUL in a word. */
const NUL = 128;

/** Folding of ASCII: capitals become small letters, white space 0, others stay. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (isSpace(String.fromCharCode(unit))) return 0;
  if (unit === 0) return NUL;
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
});

/**
 * The best items that fit into a budget of tokens, in their order: an item too large for what is left is passed over,
 * so that smaller ones after it may still come in. The first item always stays, else a small budget would give nothing.
 */
export function packBudget<T>(items: readonly T[], text: (item: T) => string, tokens: number): readonly T[] {
  let left = tokens;
  return items.filter((item, i) => {
    const size = tokenEstimate(text(item));
    if (size > left && i > 0) return false;
    left -= size;
    return true;
  });
}

export interface Selection {
  readonly shown: readonly Collapsed<Ranked>[];
  readonly stored: ReadonlyMap<string, StoredDrawer>;
  /** By the id of a shown drawer: further parts of the same message that were found, best first. */
  readonly further: ReadonlyMap<string, readonly string[]>;
  /** By the id of a drawer: the message before it that asks the same, which is no hit of its own. */
  readonly asked: ReadonlyMap<string, AskedBefore>;
  /** By the id of a drawer: the exchange that it belongs to. */
  readonly exchanges: ReadonlyMap<string, FoundExchange>;
  /** By the id of a shown drawer: others of its exchange that were found, for which it stands. */
  readonly folded: ReadonlyMap<string, ReadonlySet<string>>;
  /** How relevant the first hits are, by their ids, whatever the limit. */
  readonly judged: ReadonlyMap<string, Judgement>;
  /** By the id of what a person said: what was said later of the same, as something that is so from then on. */
  readonly later: ReadonlyMap<string, SaidLater>;
  /** How many of the first hits matter. */
  readonly mattering: number;
  /** All candidates in the order from which was chosen. */
  readonly order: Ranking;
}

/** Drawers read beyond the limit, absolute and as a share of it, so that collapsed duplicates are counted and leave no gap. */
const SURPLUS = 2;
const SURPLUS_SHARE = 0.1;
/** Lower bound of the average passage length in tokens, for estimating how many passages fill a budget. */
const SHORT_PASSAGE_TOKENS = 8;
const MAX_READ = 1_000;
/** Hits that are read, compared or made before others have their turn. */
export const HITS_A_TURN = 100;
/** A message may have its words in its caption alone: two of those say nothing that is the same. */
const wordsOfText = ({ text, caption }: Drawer): Int32Array => wordNumbers(text === "" ? (caption ?? "") : text);
const keptWords = onceEach(wordsOfText);

/**
 * Stage 7: groups, cuts, reads the texts, collapses duplicates, fills the budget.
 * @param first how many of the ranked were found at first, whatever the limit
 * @returns null when a drawer went away between the ranking and the reading: the search must start over
 */
export async function select(
  index: IndexReader,
  ranked: Ranking,
  given: { request: PreparedSearch; first: number; judge: RelevanceJudge; meaning: Meaning | null },
): Promise<Selection | null> {
  const { request, first, judge, meaning } = given;
  const { visible, options } = request;
  const { minScore, budgetTokens, groupBy } = options;
  const stored = new Map<string, StoredDrawer>();
  const reading = { index, visible, stored };
  const grouped = groupBy === "document" ? groupByDocument(ranked.slice()) : ranked;
  const enough = minScore === undefined ? grouped : grouped.slice().filter(({ score }) => score >= minScore);
  const roomy = request.fusion === "learned" && !judge.asksForAnswers ? roomForStated(enough) : enough;
  const order = request.several ? await spread(index, roomy, { ...request, first }, stored) : roomy;
  if (order === null) return null;
  const wanted =
    budgetTokens === undefined
      ? Math.max(request.limit, FIELD)
      : Math.min(MAX_READ, Math.max(request.limit, Math.ceil(budgetTokens / SHORT_PASSAGE_TOKENS)));
  // Whatever is on the shortlist was read.
  const storedOf = ({ candidate }: Ranked): StoredDrawer => stored.get(candidate.id) as StoredDrawer;
  const drawerOf = (one: Ranked): Drawer => storedOf(one).drawer;
  const byMessage = groupBy === undefined || groupBy === "message";
  const wordsOf = index.capabilities.keepsDrawers ? keptWords : wordsOfText;
  let shortlist: readonly Ranked[] = [];
  const { leads, exchanges, ...told } = toldOnce(stored, options.groupBy, request.question.text);
  const toldIn = new Map<string, string>();
  let read = 0;
  let groups: readonly Collapsed<Ranked>[] = [];
  while (groups.length < wanted && read < order.length) {
    // Parts of messages that are shown already take places in the order and none in the answer.
    const share = Math.max(1, read / Math.max(1, groups.length));
    const more = order.slice(read, read + Math.ceil((wanted - groups.length) * share * (1 + SURPLUS_SHARE)) + SURPLUS);
    if (!(await readInto(reading, more.map(idOf)))) return null;
    if (more.length > HITS_A_TURN) await new Promise(setImmediate);
    const met = byMessage ? more.map(storedOf) : [];
    for (const [id, one] of await readExchanges(index, met, visible)) exchanges.set(id, one);
    read += more.length;
    shortlist = [...shortlist, ...more.filter(leads)];
    groups = collapseDuplicates(
      shortlist,
      (one) => wordsOf(drawerOf(one)),
      (one) => realmOf(drawerOf(one), toldIn),
    );
  }
  if (read > HITS_A_TURN) await new Promise(setImmediate);
  const asking = shortlist.flatMap((one) => (isBehindQuestion(one.candidate) ? (storedOf(one).before ?? []) : []));
  await readInto(reading, asking);
  const next = order.slice(read, read + 1)[0] ?? null;
  const looked = order.slice(0, request.several ? Math.max(read, SPREAD) : read);
  const parted = weakerBehind(groups, judge, {
    stored,
    read: looked.filter(({ candidate: { id } }) => stored.has(id)),
    next,
    fusion: request.fusion,
    unasked: options.own === true,
  });
  const renewed = await renewedFirst(index, parted, { request, stored, judge, meaning });
  groups = renewed.groups.slice(0, budgetTokens === undefined ? request.limit : wanted);
  const shown =
    budgetTokens === undefined ? groups : packBudget(groups, ({ item }) => drawerOf(item).text, budgetTokens);
  const mattering = shown.findLastIndex(({ item }) => renewed.mattering.has(item.candidate.id)) + 1;
  const hits = byMessage ? shown.slice(0, mattering).map(({ item }) => storedOf(item)) : [];
  const findings = await readFindings(index, hits, { visible, kinds: judge.kinds });
  return {
    shown,
    stored,
    ...told,
    exchanges: new Map([...exchanges, ...findings]),
    judged: renewed.judged,
    later: renewed.later,
    mattering,
    order,
  };
}

/**
 * Which of the ranked stand for what belongs together: the best part of a message for it, and the best message of an exchange for that.
 * @param question that a message which only asks the same doesn't answer
 */
function toldOnce(
  stored: ReadonlyMap<string, StoredDrawer>,
  groupBy: PreparedSearch["options"]["groupBy"],
  question: string,
) {
  const messages = new Map<string, string>();
  const further = new Map<string, string[]>();
  const asked = new Map<string, AskedBefore>();
  const exchanges = new Map<string, FoundExchange>();
  const folded = new Map<string, Set<string>>();
  const leads = (one: Ranked): boolean => {
    const { id, document } = one.candidate;
    const { drawer, after } = stored.get(id) as StoredDrawer;
    const { message, text, date } = drawer;
    if (message === null || groupBy === "drawer") return true;
    if (messageRole(message.role) === "user" && isEcho({ text, message }, question)) {
      if (after !== null) asked.set(after, { id, date: date?.value ?? null });
      return false;
    }
    const key = JSON.stringify([document, message.session, message.ids]);
    const exchange = exchanges.get(id);
    const whole = exchange === undefined ? key : JSON.stringify([document, exchange.key]);
    const [lead, first] = [messages.get(key), messages.get(whole)];
    if (lead === undefined) messages.set(key, first ?? id);
    if (first === undefined) messages.set(whole, id);
    if (lead !== undefined) further.set(lead, [...(further.get(lead) ?? []), id]);
    else if (first !== undefined) folded.set(first, (folded.get(first) ?? new Set()).add(id));
    return (lead ?? first) === undefined;
  };
  return { leads, exchanges, further, asked, folded };
}

interface Reading extends Pick<PreparedSearch, "visible"> {
  readonly index: IndexReader;
  readonly stored: Map<string, StoredDrawer>;
}

/** Reads the drawers that aren't there yet. @returns false when one went away between the ranking and the reading */
async function readInto({ index, visible, stored }: Reading, ids: readonly string[]): Promise<boolean> {
  const unread = ids.filter((id) => !stored.has(id));
  const drawers = await index.get(unread, visible);
  for (const one of drawers) stored.set(one.drawer.id, one);
  return drawers.length === unread.length;
}

const idOf = ({ candidate }: Ranked): string => candidate.id;

/**
 * Where texts fold. Passages of files repeat each other wherever they stand. A message that was nearly said in two sessions was said twice:
 * folding those cost RealMem 4 points of session recall. One that is equal byte for byte folds with the first session that has it.
 * @param toldIn the first session by text; added to
 */
function realmOf({ message, text }: Drawer, toldIn: Map<string, string>): string {
  if (message === null) return "";
  const session = toldIn.get(text) ?? message.session;
  toldIn.set(text, session);
  return session;
}

/** Keeps the best candidate of each document, in the order of those. */
const groupByDocument = (ranked: readonly Ranked[]): readonly Ranked[] =>
  [...Map.groupBy(ranked, ({ candidate }) => candidate.document).values()].flatMap((group) => group.slice(0, 1));

/** Candidates that are spread over documents; later ones keep their order, so that the first hits don't depend on the limit. */
const SPREAD = 120;
/** Charge for each earlier hit of the same session or file. */
const SAME_DOCUMENT = 0.05;
/** Additional charge for each such hit near it, which mostly repeats the topic. */
const NEAR = 0.1;
/** Maximum distance, in drawers, at which two hits count as near. */
const NEAR_DRAWERS = 3;

/**
 * The ranking of a question that asks for several things: each passage is charged (the part `spread`) for those of its document that stand
 * before it, as maximal marginal relevance does (Carbonell & Goldstein, SIGIR 1998), with places for likeness. Parts of one message count once.
 *
 * The charges were chosen on LoCoMo's development part: multi-hop, ten hits, 52.0 without; .1 and nothing for near ones 54.7; these
 * 55.4; single-hop is as it was, and BEAM gains half a point (evals/ranking.md).
 * @param first how many were found at first, so that a larger pool changes nothing before them
 * @param stored takes the drawers that are read
 * @returns null when a drawer went away between the ranking and the reading
 * Cost: reads `SPREAD` drawers, some 2 ms; only for questions that ask for several things.
 */
async function spread(
  index: IndexReader,
  ranked: Ranking,
  { visible, first }: Pick<PreparedSearch, "visible"> & { readonly first: number },
  stored: Map<string, StoredDrawer>,
): Promise<Ranking | null> {
  const size = Math.min(SPREAD, first);
  const pool = ranked.slice(0, size);
  if (!(await readInto({ index, visible, stored }, pool.map(idOf)))) return null;
  // Of one document there is nothing to spread over, and what stands near is what was asked for.
  if (pool.every(({ candidate }) => candidate.document === pool[0]?.candidate.document)) return ranked;
  const left = pool.map((one): Charged => {
    const { drawer, position } = stored.get(one.candidate.id) as StoredDrawer;
    const { document } = one.candidate;
    const message = drawer.message === null ? null : `${document}\n${drawer.message.ids.join("\n")}`;
    return { one, document, position, message, charge: 0, worth: one.score };
  });
  const chosen: Ranked[] = [];
  const messages = new Set<string>();
  while (left.length > 0) {
    let best = 0;
    for (let i = 0, most = Number.NEGATIVE_INFINITY; i < left.length; i++) {
      const { worth } = left[i] as Charged;
      if (worth > most) [best, most] = [i, worth];
    }
    const [next] = left.splice(best, 1) as [Charged];
    chosen.push(charged(next.one, "spread", -next.charge));
    if (next.message !== null && messages.has(next.message)) continue;
    if (next.message !== null) messages.add(next.message);
    for (const other of left) {
      if (other.document !== next.document || (other.message !== null && other.message === next.message)) continue;
      other.charge += SAME_DOCUMENT + (Math.abs(other.position - next.position) <= NEAR_DRAWERS ? NEAR : 0);
      other.worth = other.one.score - other.charge;
    }
  }
  return behind(chosen, ranked.slice(size));
}

interface Charged {
  readonly one: Ranked;
  readonly document: number;
  readonly position: number;
  readonly message: string | null;
  charge: number;
  /** Its score less that. */
  worth: number;
}
