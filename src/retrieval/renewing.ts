import { bearingOnPassage } from "../freshness/passage.ts";
import { isForOnce, NO } from "../freshness/cues.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { quantise, standardise, type Unrelated } from "../model/vector.ts";
import { groundOfBits, messageRole } from "../model/message-role.ts";
import type { SaidLater } from "../operations/answers/hits.ts";
import { PLAIN_QUERY, plainTerms } from "../storage/ports/candidates.ts";
import type { IndexReader, StoredDrawer } from "../storage/ports/search-index.ts";
import { isOfNow } from "../english/word-classes.ts";
import { tellingTerms } from "../text/analyzer.ts";
import { expectation } from "../text/answering.ts";
import { remarkKind } from "../text/remark.ts";
import { isStopWord, words } from "../text/words.ts";
import type { Collapsed } from "./collapse-duplicates.ts";
import { FIELD, type Judgement, type RelevanceJudge } from "./judge-relevance.ts";
import type { PreparedSearch } from "./prepare.ts";
import { charged, type Ranked, standingAs } from "./rank.ts";
import type { Parted } from "./weaker-behind.ts";

/** First hits of which is looked for what was said later in other words than the question's. */
const CHECKED = 3;
/** Words of a message that states one thing; a longer one tells more than an answer, and is mostly known without reading them all. */
const SHORT = 30;
const LONGER = new RegExp(String.raw`^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]\S*(?!\S)){${SHORT + 1}}`, "u");
/** Characters of a question for one thing; a longer one is a text, of which nothing is held against each message. */
const LONGEST_QUESTION = 2_000;
/** Messages that are looked at for a hit, and its words that are searched for. */
const MESSAGES = 8;
const MOST_TERMS = 12;
/** Drawers behind it in its chat that may set it right without naming anything. */
const REACH = 6;
/** What speaks of whoever says it: nobody else renews that. */
const OF_SPEAKER = /\b(?:i|my|mine|me|myself)\b/iu;

/** Hits, what is so now before what was. */
interface Renewed extends Parted {
  /** By the id of what a person said: what was said later of the same, as something that is so from then on. */
  readonly later: ReadonlyMap<string, SaidLater>;
}

/** What a person said, and whether right behind what it may set right. */
interface Said {
  readonly one: StoredDrawer;
  readonly behind: boolean;
  /** What a person said right before it in its chat; empty where it wasn't read. */
  readonly before: string;
  /** Whether it comes nearest in meaning to question and message, of all that was said later. */
  readonly nearest?: boolean;
}

/** What tells how near texts are in meaning. */
export interface Meaning {
  readonly provider: Pick<EmbeddingProvider, "embedQuery">;
  readonly unrelated: Unrelated;
}

/** How near, as `standardise` has it, what was said later has to come to question and message, where it shares no word of theirs. */
const NEAR = 0.12;
/** Whether a cosine says that what was said later comes near, in no word of what it was. */
export const isNear = (cosine: number, unrelated: Unrelated | null): boolean =>
  unrelated !== null && standardise(cosine, unrelated) >= NEAR;

/**
 * Puts what people said later of a short message or document that matters before it (the part `renewed`), where that names another value in the place of its
 * own or says that this is over: the latest; and so of what notes and documents say among the first ten, where it can be told which is later. It matters as
 * much. Of the first three such hits it is looked for among the first ten, of messages right behind it in its chat, too, and among what holds its words.
 * @param stored what was read; what is read for it is added
 * Cost: for each of these three two looks at the index, for the first by meaning, too, and some 20 messages held against it.
 */
export async function renewedFirst(
  index: IndexReader,
  parted: Parted,
  by: Readonly<{
    request: PreparedSearch;
    stored: Map<string, StoredDrawer>;
    judge: Pick<RelevanceJudge, "isRare">;
    meaning: Meaning | null;
  }>,
): Promise<Renewed> {
  const { request, stored, judge, meaning } = by;
  const later = new Map<string, SaidLater>();
  const isProse = request.question.text.length > LONGEST_QUESTION;
  if (request.fusion !== "learned" || request.options.groupBy === "document" || isProse) return { ...parted, later };
  const first = parted.groups.slice(0, FIELD).filter(({ item }) => isStated(item.candidate.signals));
  const drawers = first.map(({ item }) => stored.get(item.candidate.id) as StoredDrawer);
  const [judged, mattering] = [new Map(parted.judged), new Set(parted.mattering)];
  let groups = parted.groups;
  let found: readonly Said[] = drawers
    .filter((one) => isPersons(one) || (one.drawer.message === null && !LONGER.test(one.drawer.text)))
    .map((one) => ({ one, behind: false, before: "" }));
  const short = drawers
    .filter((one) => one.drawer.message === null || isPersons(one))
    .filter(({ drawer: { text } }) => !LONGER.test(text) && words(text).length <= SHORT)
    .slice(0, CHECKED);
  const bearingOf = short.length === 0 ? null : bearingOnPassage(request.question.text, judge.isRare);
  if (bearingOf === null) return { ...parted, later };
  groups = rulesFirst(groups, drawers, request.question);
  for (const older of short) {
    const { id: known } = older.drawer;
    // Where nothing matters, the first of all may: that somebody said it anew speaks for it.
    if (!mattering.has(known) && (mattering.size > 0 || groups[0]?.item.candidate.id !== known)) continue;
    // What takes another's place holds as it is, unless somebody says otherwise in its words.
    const isNewest = [...later.values()].some(({ id }) => id === known);
    const near = { ...request, meaning: isNewest || older !== short[0] ? null : meaning };
    const looks = isPersons(older) ? [saidOf(index, older, near), saidBehind(index, older, request)] : [];
    const more = (await Promise.all(looks)).flat();
    const newest = newestOf(older, [...found, ...more], { question: request.question.text, bearingOf });
    found = [...found, ...more.map((one) => ({ ...one, behind: false }))];
    if (newest === undefined) continue;
    const [one, isSure] = newest;
    const { id, date } = one.drawer;
    stored.set(id, one);
    later.set(known, { id, date: date?.value ?? null, ...(!isSure && { unsure: true as const }) });
    mattering.add(id).add(known);
    const [own, was] = [judged.get(id), judged.get(known) as Judgement];
    // What wasn't found itself adds nothing to what the older one says of the answer.
    if (own === undefined) judged.set(id, { ...was, isEvidence: false });
    else if (own.relevance < was.relevance) judged.set(id, { ...own, relevance: was.relevance });
    groups = beside(groups, known, { id, isBefore: isSure });
  }
  return { groups, judged, mattering, later };
}

/** Puts what a person said of one day or for once behind what holds otherwise, where nobody asks for a day. */
function rulesFirst(
  groups: readonly Collapsed<Ranked>[],
  [first, ...others]: readonly StoredDrawer[],
  question: PreparedSearch["question"],
): readonly Collapsed<Ranked>[] {
  if (first === undefined || question.time !== null || !isPersons(first) || !isForOnce(first.drawer.text))
    return groups;
  const { kinds, holds, terms } = expectation(question.text);
  const isRule = (one: StoredDrawer, { drawer: { text } } = one): boolean =>
    isPersons(one) &&
    !isForOnce(text) &&
    (kinds.length === 0 || holds(text)) &&
    terms(text) >= terms(first.drawer.text);
  const rule = others.find((one) => isRule(one));
  return !rule ? groups : beside(groups, first.drawer.id, { id: rule.drawer.id, isBefore: true });
}

/** The latest of what was said or written that renews a passage; else of what says that it is over; else of what may do so. */
function newestOf(
  older: StoredDrawer,
  found: readonly Said[],
  {
    question,
    bearingOf,
  }: { readonly question: string; readonly bearingOf: NonNullable<ReturnType<typeof bearingOnPassage>> },
): readonly [one: StoredDrawer, isSure: boolean] | undefined {
  const names = succeedingOf(older);
  const isNamed = (one: StoredDrawer): boolean =>
    one.drawer.message === null && one.document.path !== older.document.path && isForAll(one, older);
  const named = found.find(({ one }) => isNamed(one) && names.includes(numberedOf(one.document.path)));
  if (named !== undefined) return [named.one, true];
  // Of what was found twice the last tells where it stands.
  const after = [...new Map(found.map((said) => [said.one.drawer.id, said])).values()]
    .filter(({ one }) => (isPersons(one) ? isLater(one, older) : isWrittenLater(one, older, question)))
    .toSorted((a, b) =>
      timeOf(a.one) === timeOf(b.one) ? b.one.position - a.one.position : timeOf(a.one) < timeOf(b.one) ? 1 : -1,
    );
  if (after.length === 0) return undefined;
  const bearing = bearingOf(statedIn(older));
  const less: { ends?: StoredDrawer; may?: StoredDrawer } = {};
  for (const { one, behind, before, nearest = false } of after) {
    const { chat = one.drawer.heading, author } = one.drawer.message ?? {};
    const text = statedIn(one);
    const as = bearing({ text, behind, before, chat, nearest, byName: (author ?? "") !== "" })?.as;
    if (as === "renews") return [one, true];
    // What was written is revised by what states another value, not by what may.
    if (as === "ends" || (as === "may" && isPersons(one))) less[as] ??= one;
  }
  return less.ends ? [less.ends, true] : less.may && [less.may, false];
}

/** The text of a passage without headings and the line of its status. */
const statedIn = ({ drawer: { text, message } }: StoredDrawer): string =>
  message === null ? text.replace(/^(?:#{1,6} |\W*status\b).*$/gimu, "").trim() : text;

/** What a numbered document is called: "adr9" for "docs/ADR-0009-queues.md". */
const numberedOf = (path: string): string =>
  /(?<!\p{L})(\p{L}+)[\s_-]*0*(\d+)[^/]*$/u.exec(path.toLowerCase())?.slice(1).join("") ?? path;
/** What a passage says that it is superseded by, as `numberedOf` has it. */
const succeedingOf = ({ drawer: { text, message } }: StoredDrawer): readonly string[] =>
  message === null
    ? Array.from(text.matchAll(/\bsuperseded by:?\s+\[?(\p{L}+[\s_-]*\d+)/giu), ([, name = ""]) => numberedOf(name))
    : [];

/** When it is sure that something was said or written: not by when its file was changed. */
const sureTimeOf = (one: StoredDrawer): string => (one.drawer.date?.by === "modified" ? "" : timeOf(one));
/** Names and figures of a text; one of two digits stands for many things. */
const tellingIn = (text: string): readonly string[] =>
  words(text).flatMap((one) =>
    /\p{Lu}|\d{3}/u.test(one.text) && !isStopWord(one.text.toLowerCase()) ? [one.text] : [],
  );

/**
 * Whether a note or a passage of a document is later than another: by its date, else, where it names what it puts another value in the place of, by
 * where it stands in the same document, or because it says so.
 */
function isWrittenLater(one: StoredDrawer, older: StoredDrawer, question: string): boolean {
  if (!isForAll(one, older) || one.drawer.id === older.drawer.id || !isOfNow(statedIn(one))) return false;
  const [time, before] = [sureTimeOf(one), sureTimeOf(older)];
  if (time !== "" && before !== "" && time !== before) return time > before;
  if (older.drawer.message !== null) return false;
  const isOne = one.document.source === older.document.source && one.document.path === older.document.path;
  const [told, asked] = [tellingIn(statedIn(one)), tellingIn(question)];
  return (
    (isOne ? one.position > older.position : !isOfNow(statedIn(older))) &&
    tellingIn(statedIn(older)).some((word) => told.includes(word) && !asked.includes(word))
  );
}

const isStated = (signals: number): boolean => groundOfBits(signals) === "stated";
export const isPersons = ({ drawer: { message } }: StoredDrawer): boolean =>
  message !== null && messageRole(message.role) === "user";
const timeOf = ({ drawer: { message, date } }: StoredDrawer): string => message?.time ?? date?.value ?? "";

/** Nobody is overruled by what another caller says. */
const isForAll = (one: StoredDrawer, older: StoredDrawer): boolean =>
  one.document.scope === older.document.scope || !one.document.scope.startsWith("user:");
const isLater = (one: StoredDrawer, older: StoredDrawer): boolean =>
  timeOf(one) > timeOf(older) &&
  isForAll(one, older) &&
  (one.drawer.message?.author === older.drawer.message?.author ||
    ![one, older].some(({ drawer }) => OF_SPEAKER.test(drawer.text))) &&
  !/\?\W*$/u.test(one.drawer.text);

/** What people said right behind a message, in its chat; none where the question asks for certain words or roles. */
async function saidBehind(
  index: IndexReader,
  older: StoredDrawer,
  { filter, visible, question }: PreparedSearch,
): Promise<readonly Said[]> {
  const isLimited = filter.roles !== undefined || question.phrases.length + question.excluded.length > 0;
  if (older.after === null || isLimited) return [];
  const from = older.position + 1;
  const behind = await index.documentDrawers(older.document, visible, { from, to: older.position + REACH });
  const isAsked = (one: StoredDrawer): boolean =>
    !(Date.parse(timeOf(one)) >= (filter.before ?? Infinity)) && filter.excludeIds?.includes(one.drawer.id) !== true;
  // What an assistant answers in between is nothing that he speaks of, but where it asks.
  const isSpoken = (one: StoredDrawer): boolean => isPersons(one) || /\?\W*$/u.test(one.drawer.text);
  const before = (i: number): string => (behind.slice(0, i).findLast(isSpoken) ?? older).drawer.text;
  const near = new Set(rightBehind(older, behind));
  return behind.flatMap((one, i) =>
    isPersons(one) && isAsked(one) ? [{ one, behind: near.has(one), before: before(i) }] : [],
  );
}

/** Milliseconds after which a chat is taken up again with something else. */
const TALK = 3_600_000;
/** Most words of a message that tells nothing itself, besides thanks and the like: "got it". */
const FEW = 3;

/** What holds a value that may be set right: a figure, a name, a day or an hour. */
const TELLS_VALUE = /\d|(?<=\S\s+)\p{Lu}\p{L}|\b(?:\p{L}+day|(?:half|quarter) (?:past|to))\b/u;

/**
 * What people said behind a message in the same talk, up to the first that tells a value of something else: a correction behind that is of that.
 * Behind what tells something and no value ("I'll bring wine") a value alone sets right what was said before; a question or a wish tells nothing.
 */
export function rightBehind(older: StoredDrawer, behind: readonly StoredDrawer[]): readonly StoredDrawer[] {
  const own = behind.filter(isPersons);
  const isNear = (one: StoredDrawer, i: number): boolean =>
    !(Date.parse(timeOf(one)) - Date.parse(timeOf(own[i - 1] ?? older)) > TALK);
  const tells = ({ drawer: { text } }: StoredDrawer): boolean =>
    words(text).length > FEW && remarkKind(text) === null && !NO.test(text) && !/\?\W*$/u.test(text);
  const holdsValue = ({ drawer: { text } }: StoredDrawer): boolean => TELLS_VALUE.test(text);
  const far = own.findIndex((one, i) => !isNear(one, i));
  const told = own.findIndex((one) => tells(one) && holdsValue(one));
  const first = own.findIndex(tells);
  const end = Math.min(far < 0 ? own.length : far, told < 0 ? own.length : told + 1);
  return own.slice(0, end).filter((one, i) => first < 0 || i <= first || holdsValue(one));
}

/** What people said later in the words of a message, and what comes nearest to it in meaning, within what the question leaves out or asks for alone. */
async function saidOf(
  index: IndexReader,
  older: StoredDrawer,
  { filter, visible, question, meaning }: PreparedSearch & { readonly meaning: Meaning | null },
): Promise<readonly Said[]> {
  const since = Date.parse(timeOf(older));
  const terms = plainTerms(tellingTerms(older.drawer.text)).slice(0, MOST_TERMS);
  if (Number.isNaN(since) || terms.length === 0) return [];
  const joint = await meaning?.provider.embedQuery(`${question.text} ${older.drawer.text}`);
  const { candidates } = await index.candidates({
    ...PLAIN_QUERY,
    visible,
    terms,
    phrases: question.phrases,
    excluded: question.excluded,
    filter: { ...filter, roles: ["user"], since: Math.max(since, filter.since ?? since) },
    vector: joint === undefined ? null : quantise(joint),
    pool: { lexical: MESSAGES, dense: joint === undefined ? 0 : MESSAGES },
  });
  const stated = candidates.filter(({ signals, id }) => isStated(signals) && id !== older.drawer.id);
  const best = stated
    .filter(({ lexical }) => lexical > 0)
    .toSorted((a, b) => b.lexical - a.lexical || (a.id < b.id ? -1 : 1))
    .slice(0, MESSAGES);
  const [near] = stated.toSorted((a, b) => b.dense - a.dense || (a.id < b.id ? -1 : 1));
  const nearest = near !== undefined && isNear(near.dense, meaning?.unrelated ?? null) ? [near.id] : [];
  const ids = [...new Set([...best.map(({ id }) => id), ...nearest])];
  return (await index.get(ids, visible)).map((one) => ({
    one,
    behind: false,
    before: "",
    nearest: nearest.includes(one.drawer.id),
  }));
}

/** Hits with what is so now before what was, or behind it: it gains as much as that takes, and stands in for that where it wasn't found itself. */
function beside(
  groups: readonly Collapsed<Ranked>[],
  older: string,
  { id: newer, isBefore }: { readonly id: string; readonly isBefore: boolean },
): readonly Collapsed<Ranked>[] {
  const placeOf = (id: string): number =>
    groups.findIndex(({ item, duplicates }) => [item, ...duplicates].some(({ candidate }) => candidate.id === id));
  const [at, from] = [placeOf(older), placeOf(newer)];
  const { item } = groups[at] as Collapsed<Ranked>;
  const to = isBefore ? at : at + 1;
  if (from < 0) return groups.toSpliced(to, 0, { item: standingAs(item, newer), duplicates: [] });
  if (from <= to) return groups;
  const moved = groups[from] as Collapsed<Ranked>;
  const raised = { ...moved, item: charged(moved.item, "renewed", item.score - moved.item.score) };
  return groups.toSpliced(from, 1).toSpliced(to, 0, raised);
}
