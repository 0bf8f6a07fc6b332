import { hintOf, operation, step } from "../../../model/next-step.ts";
import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../../model/error.ts";
import type { IndexFinding } from "../../ports/search-index.ts";
import { searchedTerms } from "../../ports/searched-fields.ts";
import { ID_BYTES, unescapeText } from "../codec/bytes.ts";
import { packCounts, unpackCounts, WIDE, readPostings } from "../codec/postings.ts";
import { TermCursor } from "../codec/term-pages.ts";
import { DOCUMENT_COLUMNS, type DocumentRow, toDocument } from "../segment/checked-rows.ts";
import { VectorCoder } from "../vectors/vector-code.ts";
import type { PassageReader } from "../drawers/passage-reader.ts";
import { PostingsArena } from "../segment/postings-cache.ts";
import type { Segment } from "../segment/segment.ts";
import { byWing, type PlaceTally } from "../segment/segment-places.ts";
import type { SegmentSet } from "../segment/segment-set.ts";
import { codePages } from "../segment/segment-vectors.ts";
import { gallop } from "../search/sorted-lists.ts";

/** Drawers of each segment whose postings a deep check makes again from the text. */
const SAMPLE = 50;
const NEXT = hintOf(step`run ${operation("data rebuild")}: the index is made again from your files`).hint;

export interface CheckSource {
  readonly database: DatabaseSync;
  readonly segments: SegmentSet;
  readonly passages: PassageReader;
}

/**
 * Checks an index against itself: SQLite's own pages, checksums of all blobs, numbers that must agree; when `deep`, SQLite's indexes, the
 * place of each drawer by its id, and postings of a sample of drawers against their texts too. Inside a read transaction. Cost: reads the whole file.
 * @param current see `SearchIndex.check`
 */
export function checkIndex(
  { database, segments, passages }: CheckSource,
  deep: boolean,
  current?: ReadonlySet<string>,
): readonly IndexFinding[] {
  const findings: IndexFinding[] = [];
  const fault = (what: string): void => void findings.push({ severity: "error", what, next: NEXT });
  const attempt = (what: string, check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof LociError) || error.code !== "INDEX_DAMAGED") throw error;
      fault(`${what}: ${error.message}`);
    }
  };
  // The full check holds SQLite's own indexes against their tables, too.
  const pages = database.prepare(`PRAGMA ${deep ? "integrity_check" : "quick_check"}(5)`).all();
  for (const result of pages.flatMap(Object.values)) if (result !== "ok") fault(`the file's pages: ${String(result)}`);
  countsAgree(database, segments, fault);
  for (const segment of segments.all())
    attempt(`segment ${segment.number}`, () => checkSegment(segment, database, fault));
  attempt("documents", () => checkDocuments(database));
  attempt("texts", () => checkTexts(database, passages));
  if (!deep) return findings;
  const isCurrent = currentDocuments(database, current);
  for (const segment of segments.all()) {
    attempt(`segment ${segment.number}`, () => checkLocations(segment, database, fault));
    attempt(`segment ${segment.number}`, () => checkSample(segment, { passages, isCurrent }, fault));
  }
  return findings;
}

function countsAgree(database: DatabaseSync, segments: SegmentSet, fault: (what: string) => void): void {
  const count = (sql: string): number => (database.prepare(sql).get() as { n: number | null }).n ?? 0;
  const drawers = count("SELECT COUNT(*) AS n FROM drawers");
  const inDocuments = count("SELECT SUM(drawers) AS n FROM documents");
  const inSegments = segments.all().reduce((sum, { live }) => sum + live.drawers, 0);
  if (drawers !== inDocuments || drawers !== inSegments)
    fault(`${drawers} drawers have an id, ${inDocuments} stand in documents, ${inSegments} in segments`);
  const tokens = count("SELECT SUM(tokens) AS n FROM documents");
  const segmentTokens = segments.all().reduce((sum, { live }) => sum + live.tokens, 0);
  if (tokens !== segmentTokens) fault(`documents have ${tokens} terms, segments ${segmentTokens}`);
  const vectors = count("SELECT SUM(vectors) AS n FROM documents");
  const segmentVectors = segments.all().reduce((sum, { live }) => sum + live.vectors, 0);
  if (vectors !== segmentVectors) fault(`documents have ${vectors} vectors, segments ${segmentVectors}`);
}

function checkSegment(segment: Segment, database: DatabaseSync, fault: (what: string) => void): void {
  const { starts, length } = segment.columns();
  const where = `segment ${segment.number}`;
  if (length.length !== segment.drawers || starts[starts.length - 1] !== segment.drawers)
    fault(`${where}: columns have another number of drawers`);
  const numbers = segment.numbers();
  if (numbers.length !== segment.documents) fault(`${where}: another number of documents`);
  const exists = database.prepare("SELECT scope FROM documents WHERE number = ?");
  const dead = segment.dead();
  numbers.forEach((number, d) => {
    const live = dead === null || dead[starts[d] as number] === 0;
    const row = exists.get(number) as { scope: string } | undefined;
    if (live && row?.scope !== segment.scope) fault(`${where}: document ${number} is not in the table of documents`);
    if (!live && row !== undefined) fault(`${where}: document ${number} is marked as deleted`);
  });
  segment.ids();
  const inOrder = (places: readonly PlaceTally[]): string =>
    JSON.stringify(places.map((one) => JSON.stringify(one)).sort());
  const counted = segment.placesWithout(segment.deleted);
  if (inOrder(segment.places()) !== inOrder(counted) || !isDeepStrictEqual(segment.wings(), byWing(counted)))
    fault(`${where}: other numbers of drawers in its places`);
  // Terms of each drawer, summed from the postings, must give its length.
  const sums = new Uint32Array(segment.drawers);
  const memory = new PostingsArena();
  let before = -1;
  segment.firstHashes().forEach((first, page) => {
    const bytes = segment.termPage(page);
    const cursor = new TermCursor(bytes);
    if (first <= before) fault(`${where}: pages of terms out of order`);
    while (cursor.next()) {
      if (cursor.hash < before) fault(`${where}: terms out of order`);
      before = cursor.hash;
      const { ordinals, codes, first, end, wide } = readPostings(bytes, cursor.start, cursor.count, null, memory);
      for (let i = first; i < end; i++) {
        const ordinal = ordinals[i] as number;
        const code = codes[i] as number;
        const counts = code === WIDE ? wide?.get(i - first) : unpackCounts(code);
        if (counts !== undefined)
          sums[ordinal] = (sums[ordinal] as number) + counts.heading + counts.content + counts.breadcrumb;
      }
    }
  });
  if (sums.some((sum, o) => sum !== length[o])) fault(`${where}: postings don't add up to the lengths`);
  if (segment.dimension > 0) {
    const { stored } = segment;
    let first = 0;
    for (const page of stored.all()) {
      const expected = Math.min(stored.rowsAPage, segment.drawers - first) * segment.dimension;
      if (page.length !== expected) fault(`${where}: a page of vectors has another size`);
      first += stored.rowsAPage;
    }
    const norms = stored.storedNorms();
    if (norms.length !== segment.drawers) fault(`${where}: another number of norms`);
    if (stored.records !== null) {
      const heads = stored.records.heads();
      const ids = segment.ids();
      if (heads.length !== segment.drawers || heads.some((head, o) => head !== ids.readUInt16BE(o * ID_BYTES)))
        fault(`${where}: the beginnings of ids are not those of the ids`);
      let page = 0;
      for (const codes of codePages(new VectorCoder(segment.dimension), stored.all(), norms))
        if (Buffer.compare(codes, stored.codePage(page++)) !== 0) fault(`${where}: codes are not those of the vectors`);
    }
  }
}

/** Reads every row of the table of documents. @throws LociError `INDEX_DAMAGED` */
function checkDocuments(database: DatabaseSync): void {
  for (const row of database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents`).iterate())
    toDocument(row as unknown as DocumentRow);
}

/** Reads every text once. @throws LociError `INDEX_DAMAGED` */
function checkTexts(database: DatabaseSync, passages: PassageReader): void {
  for (const { number, drawers } of database.prepare("SELECT number, drawers FROM documents").iterate() as Iterable<{
    number: number;
    drawers: number;
  }>) {
    for (let position = 0; position < drawers; position++) passages.record(number, position);
  }
}

/** Looks drawers up by their ids, up to the first that isn't there: the table that says where they are has no checksum. */
function checkLocations(segment: Segment, database: DatabaseSync, fault: (what: string) => void): void {
  const { starts } = segment.columns();
  const ids = segment.ids();
  const dead = segment.dead();
  const select = database.prepare("SELECT document, position FROM drawers WHERE id = ?");
  for (const [d, number] of segment.numbers().entries()) {
    const start = starts[d] as number;
    for (let o = start; o < (starts[d + 1] as number); o++) {
      if (dead !== null && dead[o] === 1) continue;
      const row = select.get(ids.subarray(o * ID_BYTES, (o + 1) * ID_BYTES)) as
        | { document: number; position: number }
        | undefined;
      if (row?.document === number && row.position === o - start) continue;
      fault(`segment ${segment.number}: drawer ${o} is not where its id says`);
      return;
    }
  }
}

/** Tells by its number whether a document was made by the rules of today. */
function currentDocuments(
  database: DatabaseSync,
  current: ReadonlySet<string> | undefined,
): (number: number) => boolean {
  if (current === undefined) return () => true;
  const select = database.prepare("SELECT source FROM documents WHERE number = ?");
  return (number) => {
    const row = select.get(number) as { source: string } | undefined;
    return row !== undefined && current.has(unescapeText(row.source));
  };
}

/** Makes the terms of some drawers again from their texts and looks each of them up. */
function checkSample(
  segment: Segment,
  { passages, isCurrent }: { readonly passages: PassageReader; readonly isCurrent: (number: number) => boolean },
  fault: (what: string) => void,
): void {
  const { starts } = segment.columns();
  const numbers = segment.numbers();
  const dead = segment.dead();
  const step = Math.max(1, Math.floor(segment.documents / SAMPLE));
  for (let d = 0; d < segment.documents; d += step) {
    const ordinal = starts[d] as number;
    if ((dead !== null && dead[ordinal] === 1) || !isCurrent(numbers[d] as number)) continue;
    const counts = new Map<string, { heading: number; content: number; breadcrumb: number }>();
    for (const [field, terms] of searchedTerms(passages.record(numbers[d] as number, 0)))
      for (const term of terms) {
        let entry = counts.get(term);
        if (entry === undefined) counts.set(term, (entry = { heading: 0, content: 0, breadcrumb: 0 }));
        entry[field]++;
      }
    for (const [term, { heading, content, breadcrumb }] of counts) {
      const postings = segment.postings(term);
      const at = postings === null ? -1 : gallop(postings.ordinals, postings.first, postings.end, ordinal);
      if (
        postings === null ||
        at === postings.end ||
        postings.ordinals[at] !== ordinal ||
        postings.codes[at] !== packCounts(heading, content, breadcrumb)
      ) {
        fault(`segment ${segment.number}: drawer ${ordinal} is not found by its own words`);
        break;
      }
    }
  }
}
