import { type VisibleScopes, canSee } from "../../src/model/caller.ts";
import { LociError } from "../../src/model/error.ts";
import { Signal } from "../../src/model/message-role.ts";
import type { CandidateQuery } from "../../src/storage/ports/candidates.ts";
import type { ManifestDocument } from "../../src/storage/ports/manifest.ts";
import type { IndexReader, StoredDrawer } from "../../src/storage/ports/search-index.ts";
import { holdsSequence, searchedTerms } from "../../src/storage/ports/searched-fields.ts";
import { MAX_ROWS, type MilvusRow } from "./client.ts";
import { type Collections, placesExpression, versionsExpression } from "./collections.ts";
import { type ConsistentReads, DRAWERS_A_QUERY, Vanished, chunks, grouped, queryAll } from "./consistent-reads.ts";
import { all, expressionParts, idList, visibleExpression, wholeIds } from "./filter.ts";
import { type Head, MAX_POSITIONS, documentOf, isNewer, placeOf, readBody, textNumber } from "./rows.ts";

export const STORED = ["place", "id", "body"] as const;

/** As `IndexReader.get`. Two requests at most, one of them for what moved since it was found. */
export async function getDrawers(
  reads: ConsistentReads,
  ids: readonly string[],
  visible: VisibleScopes,
): Promise<readonly StoredDrawer[]> {
  const known = reads.places;
  return await reads.consistent(visible, [], async (snapshot) => {
    const collections = reads.collections(snapshot.state);
    const whole = wholeIds([...new Set(ids)]);
    if (whole.length === 0 || snapshot.counts.drawers === 0) return [];
    const seen = visibleExpression(visible, snapshot.hidden);
    const placed = whole.flatMap((id) => known.get(id) ?? []);
    const others = whole.filter((id) => !known.has(id));
    const ask = async (expressions: readonly string[]): Promise<readonly MilvusRow[]> =>
      await queryAll(collections, { seen, expressions, fields: STORED });
    const byIds = async (some: readonly string[]): Promise<readonly MilvusRow[]> =>
      await ask(chunks(some).map((one) => `id in ${idList(one)}`));
    const [byPlace, byId] = await Promise.all([
      ask(chunks(placed).map((some) => placesExpression(some, []))),
      byIds(others),
    ]);
    // A document that was replaced since stands elsewhere by now.
    const there = new Set(byPlace.map((row) => row["id"]));
    const again = await byIds(whole.filter((id) => known.has(id) && !there.has(id)));
    const stored = await storedDrawers(reads, [...byPlace, ...byId, ...again], visible);
    const byName = new Map(stored.map((one) => [one.drawer.id, one]));
    return ids.flatMap((id) => byName.get(id) ?? []);
  });
}

/** As `IndexReader.recent`. */
export async function recentDrawers(
  reads: ConsistentReads,
  ...[visible, { excluded = [], from = 0, ...filter }, limit]: Parameters<IndexReader["recent"]>
): Promise<readonly string[]> {
  return await reads.consistent(visible, [], async (snapshot) => {
    if (snapshot.counts.drawers === 0 || limit <= 0) return [];
    const collections = reads.collections(snapshot.state);
    const seen = visibleExpression(visible, snapshot.hidden);
    const parts = [
      ...expressionParts(filter),
      ...(await sequenceParts(collections, seen, { excluded, phrases: [], visible })),
    ];
    const expression = all([seen, ...parts.map((part) => part.expression)]);
    const documents = (await reads.documents.all(visible, snapshot.state.sequence))
      .filter(({ drawers }) => drawers > 0)
      .map((one) => ({ number: one.number, drawers: one.drawers, time: newestOf(one) }))
      .sort((a, b) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || a.number - b.number);
    let best: { readonly id: string; readonly time: number | null }[] = [];
    for (const some of grouped(documents, DRAWERS_A_QUERY / 4)) {
      // What is left is older than the last that is shown.
      const last = best[limit - 1]?.time ?? null;
      const next = some[0]?.time ?? null;
      if (best.length === limit && last !== null && (next === null || next < last)) break;
      const rows = await queryAll(collections, {
        seen: expression,
        expressions: [versionsExpression(some)],
        fields: ["id", "head"],
      });
      best = [
        ...best,
        ...rows.map((row) => ({
          id: row["id"] as string,
          time: (JSON.parse(row["head"] as string) as readonly unknown[])[4] as number | null,
        })),
      ]
        .sort((a, b) => (isNewer(a, b) ? -1 : 1))
        .slice(0, limit);
    }
    return best.slice(from).map(({ id }) => id);
  });
}

/** As `SearchIndex.linking`. */
export async function linkingDrawers(reads: ConsistentReads, visible: VisibleScopes): Promise<readonly string[]> {
  return await reads.consistent(visible, [], async (snapshot) => {
    const documents = await reads.documents.all(visible, snapshot.state.sequence);
    const seen = visibleExpression(visible, snapshot.hidden);
    const expressions = grouped(documents.filter(({ drawers }) => drawers > 0)).map(versionsExpression);
    return (await queryAll(reads.collections(snapshot.state), { seen, expressions, fields: ["id", "head"] }))
      .filter((row) => ((JSON.parse(row["head"] as string) as Head)[1] & Signal.linking) !== 0)
      .map((row) => row["id"] as string)
      .sort();
  });
}

/** As `SearchIndex.resolve`. */
export async function resolvePrefix(
  reads: ConsistentReads,
  prefix: string,
  { visible, limit }: { readonly visible: VisibleScopes; readonly limit: number },
): Promise<readonly string[]> {
  if (!/^[0-9a-f]{0,32}$/.test(prefix)) return [];
  return await reads.consistent(visible, [], async (snapshot) => {
    if (snapshot.counts.drawers === 0) return [];
    const collections = reads.collections(snapshot.state);
    const seen = visibleExpression(visible, snapshot.hidden);
    const found = async (start: string): Promise<readonly string[]> => {
      const rows = await collections.query(all([seen, ...(start === "" ? [] : [`id like "${start}%"`])]), ["id"]);
      if (rows.length < MAX_ROWS || start.length === 32) return rows.map((row) => row["id"] as string).sort();
      const ids: string[] = [];
      for (const digit of "0123456789abcdef") {
        if (ids.length >= limit) break;
        ids.push(...(await found(start + digit)));
      }
      return ids;
    };
    return (await found(prefix)).slice(0, limit);
  });
}

/** As `SearchIndex.documentDrawers`. */
export async function documentDrawers(
  reads: ConsistentReads,
  ...[ref, visible, { from = 0, to = Number.POSITIVE_INFINITY } = {}]: Parameters<IndexReader["documentDrawers"]>
): Promise<readonly StoredDrawer[]> {
  return await reads.consistent(visible, [], async (snapshot) => {
    const [number = null] = await reads.manifest.find([ref]);
    const document = number === null ? undefined : (await reads.documents.of([number])).get(number);
    if (number === null || document === undefined || !canSee(visible, document.document.scope)) return [];
    const [first, last] = [Math.max(0, from), Math.min(document.drawers - 1, to)];
    const expressions: string[] = [];
    for (let start = first; start <= last; start += DRAWERS_A_QUERY)
      expressions.push(
        `place >= ${placeOf(number, start)} and place <= ${placeOf(number, Math.min(last, start + DRAWERS_A_QUERY - 1))}`,
      );
    const rows = await queryAll(reads.collections(snapshot.state), { seen: "", expressions, fields: STORED });
    if (rows.length < last - first + 1) throw new Vanished();
    return (await storedDrawers(reads, rows, visible)).toSorted((a, b) => a.position - b.position);
  });
}

/** What rows say, of documents that the caller may see. */
export async function storedDrawers(
  reads: ConsistentReads,
  rows: readonly MilvusRow[],
  visible: VisibleScopes,
): Promise<readonly StoredDrawer[]> {
  const documents = await reads.documents.of(rows.map((row) => documentOf(Number(row["place"]))));
  return rows.flatMap((row): readonly StoredDrawer[] => {
    const place = Number(row["place"]);
    const of = documents.get(documentOf(place));
    if (of === undefined || !canSee(visible, of.document.scope)) return [];
    const { drawer, before, after } = readBody(row["body"] as string);
    return [
      {
        drawer,
        document: of.document,
        position: place % MAX_POSITIONS,
        documentSize: of.drawers,
        before: before === "" ? null : before,
        after: after === "" ? null : after,
      },
    ];
  });
}

const newestOf = ({ groups }: ManifestDocument): number | null =>
  groups.reduce<number | null>(
    (best, { newest: { time } }) => (time === null ? best : Math.max(best ?? -Infinity, time)),
    null,
  );

/** Phrases and exclusions as parts of the filter. One of several words is verified in the texts of the drawers that hold all of them. */
export async function sequenceParts(
  collections: Collections,
  seen: string,
  { phrases, excluded }: Pick<CandidateQuery, "phrases" | "excluded" | "visible">,
): Promise<readonly { readonly by: string; readonly expression: string }[]> {
  const holding = async (sequence: readonly string[]): Promise<string> => {
    const numbers = [...new Set(sequence.map(textNumber))];
    if (sequence.length === 0) return "place >= 0";
    if (sequence.length === 1) return `array_contains(terms, ${numbers[0]})`;
    const rows = await collections.query(all([seen, `array_contains_all(terms, [${numbers.join(", ")}])`]), [
      "place",
      "body",
    ]);
    if (rows.length >= MAX_ROWS)
      throw new LociError("TOO_LARGE", "too many drawers hold the words of a phrase", {
        hint: "add a word to the phrase",
      });
    const places = rows.filter((row) => holdsSequence(textsOf(row), sequence)).map((row) => Number(row["place"]));
    return placesExpression(places, []);
  };
  const parts: { readonly by: string; readonly expression: string }[] = [];
  if (phrases.length > 0)
    parts.push({ by: "phrases", expression: (await Promise.all(phrases.map(holding))).join(" and ") });
  if (excluded.length > 0)
    parts.push({
      by: "excluded",
      expression: (await Promise.all(excluded.map(holding))).map((one) => `not (${one})`).join(" and "),
    });
  return parts;
}

const textsOf = (row: MilvusRow): readonly (readonly string[])[] =>
  Array.from(searchedTerms(readBody(row["body"] as string).drawer), ([, terms]) => terms);
