import type { CandidateQuery, CandidateSet } from "../../src/storage/ports/candidates.ts";
import type { ManifestDocument, ManifestState } from "../../src/storage/ports/manifest.ts";
import { type ScoredRow, Scorer } from "./candidates.ts";
import { type Collections, placesExpression, versionsExpression } from "./collections.ts";
import { type ConsistentReads, Vanished, checkSignal, chunks, grouped, queryAll } from "./consistent-reads.ts";
import { all, expressionParts, visibleExpression } from "./filter.ts";
import { sequenceParts } from "./read-drawers.ts";
import { dimensionOf, documentOf, MAX_POSITIONS, placeOf, textNumber } from "./rows.ts";

/** Factor by which the request to the server exceeds the pool: its weights know neither the mean length nor the neighbours. */
const SURPLUS = 3;
const MIN_ASKED = 300;
/** Minimum number of filtered-out rows to request, whose neighbours the filter may let in. */
const MIN_BESIDE = 100;
const SCORED = ["place", "id", "head", "bag", "vector"] as const;

/** As `IndexReader.candidates`. Three round trips at most, and one for phrases of several words. */
export async function findCandidates(reads: ConsistentReads, query: CandidateQuery): Promise<CandidateSet> {
  checkSignal(query.signal);
  const terms = query.terms.map(({ term }) => textNumber(term));
  return await reads.consistent(query.visible, terms, async (snapshot) => {
    const scorer = new Scorer(query, snapshot);
    const seen = visibleExpression(query.visible, snapshot.hidden);
    const collections = reads.collections(snapshot.state);
    if (snapshot.counts.drawers === 0) return scorer.set([], snapshot, emptied(query));
    const parts = [...expressionParts(query.filter), ...(await sequenceParts(collections, seen, query))];
    const expression = all([seen, ...parts.map((part) => part.expression)]);
    const { spread, pool } = query;
    const [byWords, beside, byMeaning, left] = await Promise.all([
      searchWords(collections, { query, scorer }, { expression, limit: Math.max(MIN_ASKED, SURPLUS * pool.lexical) }),
      // A neighbour's words count for a drawer, also where the filter leaves that neighbour out.
      parts.length === 0 || spread.length === 0
        ? []
        : searchWords(collections, { query, scorer }, { expression: seen, limit: Math.max(MIN_BESIDE, pool.lexical) }),
      searchMeaning(collections, { query, state: snapshot.state }, expression),
      Promise.all(
        parts.map((_, i) => collections.count(all([seen, ...parts.slice(0, i + 1).map((part) => part.expression)]))),
      ),
    ]);
    checkSignal(query.signal);
    const removed = parts.map(({ by }, i) => ({
      by,
      drawers: (left[i - 1] ?? snapshot.counts.drawers) - (left[i] as number),
    }));
    const narrowed = { eligible: left.at(-1) ?? snapshot.counts.drawers, removed };
    const found = new Set([...byWords, ...beside, ...byMeaning]);
    const documents = await reads.documents.of([...found].map(documentOf));
    const { rows, eligible } = await surroundings(
      collections,
      { query, scorer },
      { documents, found, expression: parts.length > 0 ? expression : null },
    );
    const chosen = scorer.choose(rows, ({ place }) => eligible === null || eligible.has(place));
    const byDocument = Map.groupBy([...rows.values()], ({ place }) => documentOf(place));
    const wholes = new Map(
      [...new Set(chosen.map(({ place }) => documentOf(place)))].map((number) => {
        const of = documents.get(number) as ManifestDocument;
        const own = (byDocument.get(number) ?? []).toSorted((a, b) => a.place - b.place);
        return [number, query.context === "all" || of.messages ? scorer.whole(own) : null] as const;
      }),
    );
    reads.places = new Map(chosen.map(({ id, place }) => [id, place]));
    const candidates = chosen.map((row) => {
      const number = documentOf(row.place);
      return scorer.candidate(row, documents.get(number) as ManifestDocument, wholes.get(number) ?? null);
    });
    return scorer.set(candidates, snapshot, narrowed);
  });
}

async function searchWords(
  collections: Collections,
  { query, scorer }: { readonly query: CandidateQuery; readonly scorer: Scorer },
  { expression, limit }: { readonly expression: string; readonly limit: number },
): Promise<readonly number[]> {
  if (query.terms.length === 0 || query.pool.lexical <= 0) return [];
  const weights: Record<number, number> = {};
  query.terms.forEach(({ term, weight }, i) => {
    const dimension = dimensionOf(textNumber(term));
    weights[dimension] = (weights[dimension] ?? 0) + weight * (scorer.idfs[i] as number);
  });
  return await collections.search({ collection: collections.words, field: "words", data: weights }, expression, limit);
}

async function searchMeaning(
  collections: Collections,
  { query, state }: { readonly query: CandidateQuery; readonly state: ManifestState },
  expression: string,
): Promise<readonly number[]> {
  const { vector, pool } = query;
  if (vector === null || vector.inverseNorm === 0 || pool.dense <= 0 || vector.components.length !== state.dimension)
    return [];
  return await collections.search(
    { collection: collections.vectors(state.dimension), field: "embedding", data: Array.from(vector.components) },
    expression,
    Math.max(MIN_ASKED / 2, 2 * pool.dense),
  );
}

/** The drawers found, with those beside them, and of chats the whole document; and which of them pass the filter. */
async function surroundings(
  collections: Collections,
  { query, scorer }: { readonly query: CandidateQuery; readonly scorer: Scorer },
  {
    documents,
    found,
    expression,
  }: {
    readonly documents: ReadonlyMap<number, ManifestDocument>;
    readonly found: ReadonlySet<number>;
    readonly expression: string | null;
  },
): Promise<{ readonly rows: ReadonlyMap<number, ScoredRow>; readonly eligible: ReadonlySet<number> | null }> {
  const whole: ManifestDocument[] = [];
  for (const one of documents.values()) if (query.context === "all" || one.messages) whole.push(one);
  const wholeNumbers = new Set(whole.map(({ number }) => number));
  const reach = query.spread.length;
  const places = new Set<number>();
  for (const place of found) {
    const of = documents.get(documentOf(place));
    // Made ready after this state, or replaced since: begins with the next one.
    if (of === undefined || wholeNumbers.has(of.number)) continue;
    const position = place % MAX_POSITIONS;
    for (let at = Math.max(0, position - reach); at <= Math.min(of.drawers - 1, position + reach); at++)
      places.add(placeOf(of.number, at));
  }
  const expressions = [
    ...chunks([...places]).map((some) => placesExpression(some, [])),
    ...grouped(whole).map(versionsExpression),
  ];
  const [rows, passing] = await Promise.all([
    queryAll(collections, { seen: "", expressions, fields: SCORED }),
    expression === null ? null : queryAll(collections, { seen: expression, expressions, fields: ["place"] }),
  ]);
  if (rows.length < places.size + whole.reduce((sum, { drawers }) => sum + drawers, 0)) throw new Vanished();
  return {
    rows: new Map(rows.map((row) => [Number(row["place"]), scorer.row(row)])),
    eligible: passing === null ? null : new Set(passing.map((row) => Number(row["place"]))),
  };
}

/** What a filter leaves of nothing. */
function emptied(query: CandidateQuery): Pick<CandidateSet, "eligible" | "removed"> {
  const names = [
    ...expressionParts(query.filter).map(({ by }) => by),
    ...(query.phrases.length > 0 ? ["phrases"] : []),
    ...(query.excluded.length > 0 ? ["excluded"] : []),
  ];
  return { eligible: 0, removed: names.map((by) => ({ by, drawers: 0 })) };
}
