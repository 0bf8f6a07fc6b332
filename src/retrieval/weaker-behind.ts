import type { Drawer } from "../model/drawer.ts";
import { IMPERATIVES } from "../english/word-classes.ts";
import { type Ground, groundOfBits, messageRole, Signal } from "../model/message-role.ts";
import type { Fusion } from "../model/search.ts";
import { leastThatMatters, matters, WITHOUT_KIND, WITHOUT_SUBJECT } from "../ranking/relevance.ts";
import type { StoredDrawer } from "../storage/ports/search-index.ts";
import { fold, isStopWord, words } from "../text/words.ts";
import { asksTheSame, isMereReply, isUnchecked } from "../text/evidence.ts";
import { indexTerms } from "../text/analyzer.ts";
import { type Collapsed, onceEach } from "./collapse-duplicates.ts";
import { FIELD, type Judgeable, type Judgement, type RelevanceJudge } from "./judge-relevance.ts";
import { charged, type Ranked } from "./rank.ts";

/** Hits, those that matter first. */
export interface Parted {
  readonly groups: readonly Collapsed<Ranked>[];
  /** How relevant the first ten are, by their ids. */
  readonly judged: ReadonlyMap<string, Judgement>;
  readonly mattering: ReadonlySet<string>;
}

/**
 * Judges the first ten hits and puts those that don't matter behind those that do: they, and all behind them, lose as much (the part `weaker`) as
 * that takes. Only the learned fusion is parted: the others are baselines.
 * @param stored the drawers that were read @param read whatever was read @param next the candidate behind the last group
 * @param unasked whether nobody asked for it: what a hook adds to a prompt
 */
export function weakerBehind(
  groups: readonly Collapsed<Ranked>[],
  judge: RelevanceJudge,
  around: {
    readonly stored: ReadonlyMap<string, StoredDrawer>;
    readonly read: readonly Ranked[];
    readonly next: Ranked | null;
    readonly fusion: Fusion;
    readonly unasked: boolean;
  },
): Parted {
  const { stored, read, next, fusion, unasked } = around;
  const first = groups.slice(0, FIELD);
  const judgeable = (item: Ranked): Judgeable => {
    const { drawer, document, before } = stored.get(item.candidate.id) as StoredDrawer;
    return { drawer, item, source: document.source, asked: before === null ? "" : stored.get(before)?.drawer.text };
  };
  const told = retoldOf(first, stored, judge.question);
  const saidAgain = new Set(told.flatMap(({ id, same, quotes }) => (quotes || same.size === 0 ? [] : [id])));
  const again = first.flatMap(({ item, duplicates }) =>
    [...(saidAgain.has(item.candidate.id) ? [item] : []), ...duplicates].map(({ candidate }) => candidate.id),
  );
  const hits = first.map(({ item }) => judgeable(item));
  const beside = { next: groups[FIELD]?.item ?? next, read: read.map(judgeable), again: new Set(again) };
  let judgements = judge.judgeFirst(hits, { ...beside, replies: false });
  const isReply = ({ item: { candidate }, drawer, asked }: Judgeable): boolean => isMereReply(candidate, drawer, asked);
  // What an assistant merely replied is shown to who asked, where nothing else answers, as what he said once: before all what he replied to the same
  // question, whatever its words, but where it tells nothing ("see above"). It covers nothing.
  if (!unasked && hits.some(isReply) && !judgements.some(({ relevance }) => matters(relevance, relevance))) {
    judgements = judge.judgeFirst(hits, { ...beside, replies: true });
    const tells = ({ item: { candidate } }: Judgeable): boolean => (candidate.signals & Signal.bare) === 0;
    const repeats = ({ asked = "" }: Judgeable): boolean => asksTheSame(asked, judge.question);
    const isSame = hits.map(
      (one, i) => isReply(one) && tells(one) && judgements[i]?.isEvidence === true && repeats(one),
    );
    const most = (hit: Judgeable): number =>
      !isReply(hit) ? 1 : isSame.includes(true) || !tells(hit) ? WITHOUT_SUBJECT : WITHOUT_KIND.message;
    judgements = judgements.map((judgement, i) => ({
      ...judgement,
      isEvidence: judgement.isEvidence && isSame[i] !== true,
      relevance: isSame[i] === true ? WITHOUT_KIND.message : Math.min(judgement.relevance, most(hits[i] as Judgeable)),
    }));
  }
  const judged = new Map(first.map(({ item }, i) => [item.candidate.id, judgements[i] as Judgement]));
  for (const { id, same, quotes } of told)
    if (quotes && same.size > 0) judged.set(id, { ...(judged.get(id) as Judgement), cites: [...same] });
  const retold = judge.asksForAnswers || fusion !== "learned" ? [] : told;
  for (const { id, same } of retold) for (const other of same) raise(judged, other, judged.get(id)?.relevance ?? 0);
  const best = Math.max(0, ...[...judged.values()].map(({ relevance }) => relevance));
  judge.worthShowing(judgements).forEach((isWorth, i) => {
    if (isWorth) raise(judged, first[i]?.item.candidate.id ?? "", leastThatMatters(best));
  });
  // Where a person or a document says the same or otherwise, what nobody checked matters to no answer.
  const tells = ({ drawer: { message, text } }: StoredDrawer): boolean =>
    (message === null || messageRole(message.role) === "user") && !IMPERATIVES.has(words(fold(text))[0]?.text ?? "");
  for (const { id, same, quotes } of retold) {
    const isTold = [...same].some(
      (other) => matters(judged.get(other)?.relevance ?? 0, best) && tells(stored.get(other) as StoredDrawer),
    );
    if (isTold && !quotes) judged.set(id, { ...(judged.get(id) as Judgement), relevance: WITHOUT_SUBJECT });
  }
  const mattering = new Set([...judged].filter(([, { relevance }]) => matters(relevance, best)).map(([id]) => id));
  if (fusion !== "learned") return { groups, judged, mattering };
  const likely = byLikelihood(first, judged);
  const [before, behind] = [true, false].map((wanted) =>
    likely.filter(({ item }) => mattering.has(item.candidate.id) === wanted),
  ) as [Collapsed<Ranked>[], Collapsed<Ranked>[]];
  const ordered = movedBehind(before, retold);
  const rest = [...silentBehind(behind, judged), groups.slice(FIELD)];
  return { groups: rest.reduce(after, ordered), judged, mattering };
}

/**
 * Of hits that don't matter, what can't answer stands behind what might: what only asks or thanks, what an assistant says in a
 * chat of Loci's own, and what he or a program says without a word of what is asked. Without it remarks, other questions and a
 * model's false answers stood before the passage of 7 of 30 questions (evals/use/report.md).
 */
function silentBehind(
  hits: readonly Collapsed<Ranked>[],
  judged: ReadonlyMap<string, Judgement>,
): readonly (readonly Collapsed<Ranked>[])[] {
  const judgementOf = ({ item }: Collapsed<Ranked>): Judgement => judged.get(item.candidate.id) as Judgement;
  const mayAnswer = (one: Collapsed<Ranked>): boolean => {
    const { isEvidence, relevance, values } = judgementOf(one);
    return isEvidence && (values.held > 0 || (relevance > WITHOUT_SUBJECT && isStated(one)));
  };
  const isSilent = (one: Collapsed<Ranked>): boolean => {
    const { isEvidence, values } = judgementOf(one);
    // What a program wrote may be all there is; it stands as an aside.
    if (values.held === 0) return !isEvidence || groundOf(one) === "derived";
    return !isEvidence && groundOf(one) !== "machine";
  };
  const end = hits.findLastIndex(mayAnswer) + 1;
  const first = hits.slice(0, end);
  return [first.filter((one) => !isSilent(one)), first.filter(isSilent), hits.slice(end)];
}

/** Score that a hit loses for each unit by which the logarithm of its odds is below the best of the first ten. */
const PER_LOG_ODDS = 0.035;
/** The same where tools' texts are among them, of whose relevance less is known. */
const PER_LOG_ODDS_OF_TOOLS = 0.015;
/** Odds beyond these, of either kind, tell no more. */
const SUREST = 1e-4;

/**
 * The first hits, less what each loses for being less relevant than the best (the part `likely`). The score is fitted on which of all candidates
 * answers, relevance on which of ten does, with what the field looks like: together they order ten better than either (evals/ranking.md). A file that
 * the question names loses nothing: relevance doesn't know of that.
 */
function byLikelihood(
  first: readonly Collapsed<Ranked>[],
  judged: ReadonlyMap<string, Judgement>,
): readonly Collapsed<Ranked>[] {
  const odds = first.map(({ item }) => {
    const relevance = Math.min(1 - SUREST, Math.max(SUREST, judged.get(item.candidate.id)?.relevance ?? 0));
    return Math.log(relevance / (1 - relevance));
  });
  const best = Math.max(...odds);
  const ofTools = first.some(({ item }) => (judged.get(item.candidate.id)?.values.tool ?? 0) > 0);
  const per = ofTools ? PER_LOG_ODDS_OF_TOOLS : PER_LOG_ODDS;
  return first
    .map((group, i) => ({
      ...group,
      item: group.item.candidate.named ? group.item : charged(group.item, "likely", per * ((odds[i] as number) - best)),
    }))
    .toSorted((a, b) => b.item.score - a.item.score);
}

/** Puts hits behind others: they lose as much (the part `weaker`) as that takes. */
function after(
  before: readonly Collapsed<Ranked>[],
  behind: readonly Collapsed<Ranked>[],
): readonly Collapsed<Ranked>[] {
  const [last, highest] = [before.at(-1)?.item.score, behind[0]?.item.score];
  const shift = last === undefined || highest === undefined ? 0 : Math.min(0, last - highest);
  return [...before, ...behind.map((group) => ({ ...group, item: charged(group.item, "weaker", shift) }))];
}

function raise(judged: Map<string, Judgement>, id: string, relevance: number): void {
  const own = judged.get(id);
  if (own !== undefined && relevance > own.relevance) judged.set(id, { ...own, relevance });
}

/** Share of an assistant's words from which on a passage says, or says otherwise, what he does: all but the number of a short sentence. */
const SAME_WORDS = 0.7;

/** What an assistant or a summary says, and which stated passages say the same, hold of what is asked all that it does, or are what it quotes, by their ids. */
interface Retold {
  readonly id: string;
  readonly same: ReadonlySet<string>;
  readonly quotes: boolean;
}

const QUOTE = /\[M\d+ ["“]([^"”\n]+)["”]\]/gu;

function retoldOf(
  first: readonly Collapsed<Ranked>[],
  stored: ReadonlyMap<string, StoredDrawer>,
  question: string,
): readonly Retold[] {
  const drawerOf = ({ item }: Collapsed<Ranked>): Drawer => (stored.get(item.candidate.id) as StoredDrawer).drawer;
  const derived = first.filter((one) => groundOf(one) === "derived").map(drawerOf);
  if (derived.length === 0) return [];
  const said = first.filter(isStated).map(drawerOf);
  const asked = new Set(indexTerms(question));
  const foldedOf = onceEach(({ text }: Drawer) => fold(text));
  const wordsOf = onceEach(({ text }: Drawer) => new Set(indexTerms(text)));
  return derived.flatMap((drawer): readonly Retold[] => {
    const { id, text } = drawer;
    const unchecked = isUnchecked(drawer, "derived");
    const quotes = Array.from(text.matchAll(QUOTE), ([, quote = ""]) => fold(quote));
    if (!unchecked && quotes.length === 0) return [];
    // "It is port 8443." says two words.
    const own = [...new Set(indexTerms(text))].filter((word) => !isStopWord(word));
    const held = own.filter((word) => asked.has(word));
    const answers = (other: Drawer): boolean => held.length > 1 && held.every((word) => wordsOf(other).has(word));
    const isSame = (other: Drawer): boolean =>
      unchecked
        ? own.length > 0 &&
          (own.filter((word) => wordsOf(other).has(word)).length >= SAME_WORDS * own.length || answers(other))
        : quotes.some((quote) => foldedOf(other).includes(quote));
    return [{ id, same: new Set(said.filter(isSame).map((one) => one.id)), quotes: !unchecked }];
  });
}

/** As it was decided on the way in. */
const groundOf = ({ item: { candidate } }: Collapsed<Ranked>): Ground => groundOfBits(candidate.signals);

const isStated = (one: Collapsed<Ranked>): boolean => groundOf(one) === "stated";

/**
 * Puts each hit behind others: it loses as much (the part `retold`) as that takes. What an assistant says without a citation goes behind what is
 * stated and speaks of the same, an answer that quotes behind what it quotes.
 *
 * Without it a model's answers to fifty questions, a fifth of them false, stood before the documents of 7 after ten sessions, of 16 after a
 * thousand (evals/use/report.md).
 */
function movedBehind(
  groups: readonly Collapsed<Ranked>[],
  moved: readonly { readonly id: string; readonly same: ReadonlySet<string> }[],
): readonly Collapsed<Ranked>[] {
  const ordered = [...groups];
  const idOf = ({ item }: Collapsed<Ranked>): string => item.candidate.id;
  for (const { id, same } of moved.toReversed()) {
    const at = ordered.findIndex((group) => idOf(group) === id);
    const group = ordered[at];
    if (group === undefined) continue;
    const behind = ordered.findLastIndex((other) => same.has(idOf(other)));
    if (behind <= at) continue;
    const shift = (ordered[behind] as Collapsed<Ranked>).item.score - group.item.score;
    ordered.splice(behind + 1, 0, { ...group, item: charged(group.item, "retold", shift) });
    ordered.splice(at, 1);
  }
  return ordered;
}
