import { operation, hintOf, step } from "../model/next-step.ts";
import { identityKey } from "../embedding/port.ts";
import { LociError } from "../model/error.ts";
import type { Note } from "../model/note.ts";
import type { SearchOptions } from "../model/requests/index.ts";
import type { Hit, SearchResult } from "../operations/answers/hits.ts";
import { Signal } from "../model/message-role.ts";
import { FIELD_POOL, relevanceJudge } from "./judge-relevance.ts";
import { covering } from "../ranking/relevance.ts";
import type { RankedQuestion } from "../ranking/features.ts";
import { classifyHall } from "../palace/halls/classify-hall.ts";
import { fold } from "../text/words.ts";
import { keptTermFinder } from "../text/analyzer.ts";
import { appliedFilters, emptyFilter } from "./resolve-filter.ts";
import { assembleHit } from "./assemble.ts";
import { stopwatch, type SearchDependencies, type Stopwatch } from "./dependencies.ts";
import { explain } from "./explain.ts";
import { findCandidates, findMore, type Found } from "./find-candidates.ts";
import { liftLinked } from "./raise.ts";
import { type Looked, prepareSearch, type PreparedSearch } from "./prepare.ts";
import { behind, charged, inOrder, rank, type Ranking, type Ranked } from "./rank.ts";
import { searchRecent, searchTime } from "./search-recent.ts";
import { HITS_A_TURN, packBudget, select, type Selection } from "./select.ts";
import type { CognitiveHall } from "../model/drawer.ts";
import { activation } from "../ranking/weights.ts";

/**
 * The hall that what answers a question is likely to stand in: that of the question, read as a statement ("When did we move?" is of an event).
 * Null when unsure, and for candidates of which none is a message, since only those are ranked by it.
 * Cost: some 10 µs.
 */
const askedHall = (question: string, candidates: readonly { readonly author: string }[]): CognitiveHall | null =>
  candidates.some(({ author }) => author !== "") ? classifyHall(question.replace(/[?？]+\s*$/u, ".")).hall : null;

/** Restarts of a search whose index changed between ranking and reading. */
const MAX_ATTEMPTS = 5;

/**
 * Here is a question: which drawers, and why? The way through the stages, in order.
 * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`, `STORAGE_BUSY`, and what the index throws
 * Cost: milliseconds; see bench/.
 */
export async function search(
  deps: SearchDependencies,
  query: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const result = await settled(deps, query, options);
  if (options.asOf === undefined) return result;
  return { ...result, later: await saidAfterwards(deps, query, { options, result }) };
}

/** Hits that are shown at most of what was said after the time as of which a question is asked. */
const MOST_LATER = 5;

/**
 * What answers the same question, and was said after the time as of which it is asked: hits that matter among it. They stand apart, so that they
 * count neither for what is covered nor as what may be cited. Of a budget they get what the hits leave.
 */
async function saidAfterwards(
  deps: SearchDependencies,
  query: string,
  { options, result }: { readonly options: SearchOptions; readonly result: SearchResult },
): Promise<readonly Hit[]> {
  const { budgetTokens, ...asked } = options;
  const { hits, weaker } = await settled(deps, query, {
    ...asked,
    limit: Math.min(MOST_LATER, options.limit ?? MOST_LATER),
    afterwards: true,
  });
  const mattering = hits.slice(0, weaker);
  if (budgetTokens === undefined) return mattering;
  const all = packBudget([...result.hits, ...mattering], ({ text }) => text, budgetTokens);
  return mattering.filter((hit) => all.includes(hit));
}

/** @throws LociError `STORAGE_BUSY` */
async function settled(deps: SearchDependencies, query: string, options: Looked): Promise<SearchResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await attemptSearch(deps, query, options);
    if (result !== null) return result;
  }
  throw new LociError("STORAGE_BUSY", "the index changed faster than it could be read", {
    hint: "try again when indexing has finished",
  });
}

// Null when a drawer went away between the ranking and the reading of its text.
async function attemptSearch(deps: SearchDependencies, query: string, options: Looked): Promise<SearchResult | null> {
  const watch = stopwatch(deps.timer);
  const request = await prepareSearch(deps, query, options);
  await watch.lap("analyse");
  if (request.question.empty) return searchRecent(deps, request, watch);
  if (request.question.timeAlone) {
    const dated = await searchTime(deps, request, watch);
    if (dated !== "nothing") return dated;
  }
  let found = await findCandidates(deps, request, watch);
  const asked = await rankedQuestion(deps, request, found);
  const scored = await order(deps, request, { found, asked }, watch);
  let ranked = linksOnward(scored, request) ? await liftLinked(deps, scored, request) : scored;
  if (ranked === null) return null;
  const first = ranked.length;
  const findTerms = keptTermFinder(new Set(found.terms.map(({ term }) => term)));
  const judge = relevanceJudge(request, {
    found,
    first: ranked.slice(0, FIELD_POOL),
    lexicon: deps.lexicon,
    findTerms,
    kept: deps.index.capabilities.keepsDrawers,
  });
  // A model elsewhere would be asked again for each of the first hits.
  const near = deps.provider?.capabilities.local === true ? deps.provider : null;
  const meaning = near === null || asked.unrelated === null ? null : { provider: near, unrelated: asked.unrelated };
  const by = { request, first, judge, meaning };
  let selection = await select(deps.index, ranked, by);
  await watch.lap("diversify");
  while (selection !== null && leavesRoom(selection, request)) {
    const more = await findMore(deps.index, found, request.limit);
    await watch.lap("candidates");
    if (more === null) break;
    ranked = behind(ranked, await order(deps, request, { found: beyond(more, found), asked }, watch));
    found = more;
    selection = await select(deps.index, ranked, by);
    await watch.lap("diversify");
  }
  if (selection === null) return null;
  selection = ownDepth(selection, request, deps.settings.limit);
  const evidence = [...selection.judged.values()].filter(({ isEvidence }) => isEvidence);
  const { time, timeAlone } = request.question;
  // A day and nothing else is answered by what was said on it, or by what names that day.
  const isUntold = timeAlone && !(/\d/u.test(time?.text ?? "") && evidence.some(({ values }) => values.held === 1));
  const judgedHits = evidence.map(({ relevance, basis }) => ({ relevance, message: basis.message }));
  const probability = isUntold ? 0 : covering(judgedHits);
  const modelIdentity = deps.provider === null ? null : identityKey(deps.provider.identity);
  const { shown, stored: texts, further, asked: before, exchanges, folded, judged, later, mattering } = selection;
  const best = Math.max(0, ...[...judged.values()].map(({ relevance }) => relevance));
  const made = ({ item, duplicates }: (typeof shown)[number], place: number) => {
    const stored = texts.get(item.candidate.id);
    return stored === undefined
      ? []
      : assembleHit({
          judgement:
            judged.get(item.candidate.id) ??
            judge.judge(
              { drawer: stored.drawer, item, source: stored.document.source },
              { place, next: shown[place + 1]?.item ?? null, best },
            ),
          stored,
          ranked: item,
          duplicates: duplicates.length,
          further: further.get(item.candidate.id) ?? [],
          asked: before.get(item.candidate.id),
          later: later.get(item.candidate.id),
          exchange: exchanges.get(item.candidate.id),
          folded: folded.get(item.candidate.id),
          visible: request.visible,
          sources: request.sources,
          findTerms,
          modelIdentity,
          kept: deps.index.capabilities.keepsDrawers,
          explain: options.explain === true,
          passage: options.passage,
          names: request.names,
        });
  };
  const assembled: Hit[] = [];
  for (let at = 0; at < shown.length; at += HITS_A_TURN) {
    if (at > 0) await new Promise(setImmediate);
    assembled.push(...shown.slice(at, at + HITS_A_TURN).flatMap((one, i) => made(one, at + i)));
  }
  const least = options.minRelevance ?? 0;
  const hits = assembled.filter(({ relevance }) => relevance >= least);
  await watch.lap("assemble");
  return {
    query,
    mode: request.mode,
    modelIdentity,
    covered: probability >= deps.settings.coveredThreshold && mattering > 0 && hits.length > 0,
    probability,
    hits,
    weaker: assembled.slice(0, mattering).filter(({ relevance }) => relevance >= least).length,
    ...(request.several && { several: { documents: new Set(shown.map(({ item }) => item.candidate.document)).size } }),
    filters: {
      ...appliedFilters(request.asked),
      visible: found.set.visible,
      eligible: found.set.eligible,
      removed: found.set.removed,
    },
    timings: watch.timings(),
    notes: notesOf(request, { found, missing: judge.missing() }),
    ...(options.explain === true && { explanation: explain(request, found, { selection, assembled, least }) }),
  };
}

/** Candidates with their scores, best first. */
async function order(
  deps: SearchDependencies,
  request: PreparedSearch,
  { found, asked }: { readonly found: Found; readonly asked: RankedQuestion },
  watch: Stopwatch,
): Promise<Ranking> {
  const ranked = rank(found.set, asked, request.fusion, request.mode);
  await watch.lap("rank");
  const ordered = await applyActivation(deps, ranked, request.now);
  await watch.lap("activation");
  return ordered;
}

/** Whether the first candidate links to other notes. Scores of other fusions have other scales, on which nothing was measured. */
function linksOnward(ranked: Ranking, { fusion }: PreparedSearch): boolean {
  const [first] = ranked.slice(0, 1);
  return first !== undefined && (first.candidate.signals & Signal.linking) !== 0 && fusion === "learned";
}

/** The candidates of a larger pool that the pool before lacked. */
function beyond(more: Found, before: Found): Found {
  const known = new Set(before.set.candidates.map(({ id }) => id));
  return { ...more, set: { ...more.set, candidates: more.set.candidates.filter(({ id }) => !known.has(id)) } };
}

/** Share of the best hit's score, before charges, that a further hit of a question for several things needs. */
const WORTH_SHOWING = 0.25;

/** Cuts the hits of a question for several things that names no limit: beyond the usual number only those not far behind the first stay. */
function ownDepth(selection: Selection, { several, options }: PreparedSearch, usual: number): Selection {
  const { shown } = selection;
  if (!several || options.limit !== undefined || options.budgetTokens !== undefined) return selection;
  const uncharged = ({ item }: (typeof shown)[number]): number => {
    const { spread = 0, likely = 0, weaker = 0 } = item.parts();
    return item.score - spread - likely - weaker;
  };
  const best = Math.max(...shown.slice(0, 1).map(uncharged));
  return { ...selection, shown: shown.filter((one, i) => i < usual || uncharged(one) >= WORTH_SHOWING * best) };
}

/** Whether the selection is shorter than the limit, since many passages came from few documents or repeat few texts. */
const leavesRoom = ({ shown }: Selection, { limit, options: { budgetTokens, minScore } }: PreparedSearch): boolean =>
  shown.length < limit && budgetTokens === undefined && minScore === undefined;

async function rankedQuestion(
  deps: SearchDependencies,
  { question, now }: PreparedSearch,
  { set, query }: Found,
): Promise<RankedQuestion> {
  return {
    mentioned: question.mentioned,
    time: question.time,
    now,
    fold,
    hall: askedHall(question.text, set.candidates),
    voice: question.voice,
    unrelated: query.vector === null || deps.provider === null ? null : await deps.unrelated(deps.provider),
  };
}

/** What a reader of the hits must know of how they were found. @param missing what the question is about and no passage holds */
function notesOf(
  { question, mode, filter, notes: before }: PreparedSearch,
  { found: { set }, missing }: { readonly found: Found; readonly missing: readonly string[] },
): readonly Note[] {
  const notes: Note[] = [...before, ...emptyFilter(set, filter, question.syntax.phrases)];
  // What was written as a filter and is none has its note.
  const isRead = before.some(({ code }) => code === "FIELD_READ_AS_WORDS");
  if (missing.length > 0 && set.visible > 0 && !isRead)
    notes.push({
      code: "SUBJECT_ABSENT",
      message: `no passage holds ${missing.map((name) => `"${name}"`).join(", ")}, so nothing here answers`,
      hint: "check how it is written, or ask with other words",
    });
  if (question.timeAlone)
    notes.push({
      code: "TIME_EMPTY",
      message: `nothing is dated "${question.time?.text ?? ""}"; what is shown is of other times`,
      hint: 'name another time, or ask with a word: "what did we say of the release"',
    });
  if (mode !== "lexical" && set.withoutVector > 0)
    notes.push({
      code: "VECTORS_INCOMPLETE",
      message: `${set.withoutVector} passages have no vector yet and are found by their words only`,
      ...hintOf(step`run ${operation("index")} to compute them`),
    });
  // At most 1 in 200 of the best passages was missing when measured.
  if (set.approximate)
    notes.push({
      code: "MEANING_APPROXIMATE",
      message: `likeness in meaning was estimated for ${set.eligible} passages, and computed for the likeliest of them`,
      hint: "narrow the search by a wing, room or source to have it computed for all",
    });
  return notes;
}

/** Stage 5: adds weight · B for what was read before, and puts the candidates in order again. */
async function applyActivation(deps: SearchDependencies, ranking: Ranking, now: number): Promise<Ranking> {
  const weight = deps.settings.activationWeight;
  if (weight === 0 || ranking.length === 0) return ranking;
  const ranked = ranking.slice();
  const accesses = await deps.accesses(ranked.map(({ candidate }) => candidate.id));
  if (accesses.size === 0) return ranking;
  const lifted = ranked.map((one): Ranked => {
    return charged(one, "activation", weight * activation(accesses.get(one.candidate.id) ?? [], now));
  });
  return inOrder(lifted);
}
