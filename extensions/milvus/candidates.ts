import { namesFile } from "../../src/text/note-links.ts";
import { idf, K1, saturation } from "../../src/storage/ports/searched-fields.ts";
import type { Candidate, CandidateQuery, CandidateSet } from "../../src/storage/ports/candidates.ts";
import type { ManifestDocument, ManifestSnapshot } from "../../src/storage/ports/manifest.ts";
import { Signal } from "../../src/model/message-role.ts";
import type { QuantisedVector } from "../../src/model/vector.ts";
import type { MilvusRow } from "./client.ts";
import { bagKey, documentOf, type Head, MAX_POSITIONS, readVector, textNumber } from "./rows.ts";

/** A drawer as the scores read it. */
export interface ScoredRow {
  readonly place: number;
  readonly id: string;
  readonly head: Head;
  /** Field-weighted occurrences of the query's terms, in their order. */
  readonly tf: Float64Array;
  /** Cosine; 0 without a vector. */
  readonly dense: number;
}

/** What scores are worked out from. */
export class Scorer {
  readonly query: CandidateQuery;
  readonly idfs: readonly number[];
  readonly #keys: readonly string[];
  readonly #average: number;
  readonly #originalIdf: number;

  constructor(query: CandidateQuery, { counts, termFrequencies }: ManifestSnapshot) {
    this.query = query;
    this.idfs = termFrequencies.map((n) => idf(n, counts.drawers));
    this.#keys = query.terms.map(({ term }) => bagKey(textNumber(term)));
    this.#average = counts.drawers === 0 ? 0 : counts.tokens / counts.drawers;
    this.#originalIdf = query.terms.reduce((sum, term, i) => (term.original ? sum + (this.idfs[i] as number) : sum), 0);
  }

  get lexicalBound(): number {
    return this.query.terms.reduce((sum, { weight }, i) => sum + weight * (this.idfs[i] as number), 0) * (K1 + 1);
  }

  row(row: MilvusRow): ScoredRow {
    const bag = row["bag"] as string;
    const { heading, content, breadcrumb } = this.query.fieldWeights;
    const tf = new Float64Array(this.#keys.length);
    this.#keys.forEach((key, i) => {
      const at = bag.indexOf(key);
      if (at < 0) return;
      const start = at + key.length;
      const counts = bag.slice(start, bag.indexOf(" ", start)).split(",");
      const [h, c, b] =
        counts.length === 1 ? [0, Number(counts[0]), 0] : (counts.map(Number) as [number, number, number]);
      tf[i] = heading * h + content * c + breadcrumb * b;
    });
    return {
      place: Number(row["place"]),
      id: row["id"] as string,
      head: JSON.parse(row["head"] as string) as Head,
      tf,
      dense: cosine(this.query.vector, readVector(row["vector"] as string)),
    };
  }

  /** BM25 of neighbouring drawers as one text, and what they cover. */
  pooled(rows: readonly ScoredRow[], average: number): { readonly score: number; readonly coverage: number } {
    let length = 0;
    for (const { head } of rows) length += head[0];
    let score = 0;
    let covered = 0;
    this.query.terms.forEach(({ weight, original }, i) => {
      let tf = 0;
      for (const row of rows) tf += row.tf[i] as number;
      if (tf === 0) return;
      score += weight * (this.idfs[i] as number) * saturation(tf, length, average);
      if (original) covered += this.idfs[i] as number;
    });
    return { score, coverage: this.#originalIdf === 0 ? 0 : covered / this.#originalIdf };
  }

  lexical(row: ScoredRow): number {
    return this.pooled([row], this.#average).score;
  }

  /** The features of a drawer. @param whole its document; null where nothing is to be told of it */
  candidate(row: ScoredRow, of: ManifestDocument, whole: WholeDocument | null): Candidate {
    const { query } = this;
    const [, signals, author, hall, time, message, signalsBefore] = row.head;
    const own = this.pooled([row], this.#average);
    const candidate: Candidate = {
      id: row.id,
      document: of.number,
      lexical: own.score,
      coverage: own.coverage,
      windows: [],
      documentCoverage: own.coverage,
      dense: row.dense,
      denseBefore: row.dense,
      denseAfter: row.dense,
      documentDense: row.dense,
      named: namesFile(of.document.path, query.files),
      signals,
      signalsBefore,
      author,
      hall,
      date: time,
    };
    if ((query.context === "messages" && message === 0) || whole === null) return candidate;
    const { rows, starts } = whole;
    const position = row.place % MAX_POSITIONS;
    const at = starts.findLastIndex((start) => start <= position);
    const messages = (from: number, to: number): readonly ScoredRow[] =>
      rows.slice(starts[Math.max(0, from)], starts[to] ?? rows.length);
    const closest = (near: readonly ScoredRow[]): number =>
      near.length === 0 ? 0 : Math.max(...near.map(({ dense }) => dense));
    return {
      ...candidate,
      windows: query.radii.map(
        (radius) => this.pooled(messages(at - radius, at + radius + 1), (2 * radius + 1) * this.#average).score,
      ),
      documentCoverage: whole.coverage,
      denseBefore: at === 0 ? 0 : closest(messages(at - 1, at)),
      denseAfter: at + 1 === starts.length ? 0 : closest(messages(at + 1, at + 2)),
      documentDense: whole.dense,
    };
  }

  /** What all drawers of a document come to. */
  whole(rows: readonly ScoredRow[]): WholeDocument {
    return {
      rows,
      starts: [...rows.keys()].filter((o) => o === 0 || ((rows[o]?.head[1] ?? 0) & Signal.continues) === 0),
      coverage: this.pooled(rows, rows.length * this.#average).coverage,
      dense: rows.reduce((best, { dense }) => Math.max(best, dense), -Infinity),
    };
  }

  /** The best by prior united with the best by meaning, of the rows that pass the filter. */
  choose(rows: ReadonlyMap<number, ScoredRow>, eligible: (row: ScoredRow) => boolean): readonly ScoredRow[] {
    const { spread, pool } = this.query;
    const lexical = new Map<number, number>();
    for (const row of rows.values()) lexical.set(row.place, this.lexical(row));
    const words: { readonly row: ScoredRow; readonly value: number }[] = [];
    const meaning: { readonly row: ScoredRow; readonly value: number }[] = [];
    for (const row of rows.values()) {
      if (!eligible(row)) continue;
      const of = (place: number): number =>
        documentOf(place) === documentOf(row.place) ? (lexical.get(place) ?? 0) : 0;
      let prior = lexical.get(row.place) as number;
      spread.forEach((share, d) => {
        prior += share * (of(row.place - d - 1) + of(row.place + d + 1));
      });
      if (prior > 0) words.push({ row, value: prior });
      if (row.dense > 0) meaning.push({ row, value: row.dense });
    }
    return [...new Set([...best(words, pool.lexical), ...best(meaning, pool.dense)])];
  }

  set(
    candidates: readonly Candidate[],
    { state, counts }: ManifestSnapshot,
    narrowed: Pick<CandidateSet, "eligible" | "removed">,
  ): CandidateSet {
    return {
      candidates,
      lexicalBound: this.lexicalBound,
      idf: this.idfs,
      visible: counts.drawers,
      ...narrowed,
      withoutVector: counts.drawers - counts.vectors,
      approximate: false,
      sequence: state.sequence,
    };
  }
}

export interface WholeDocument {
  readonly rows: readonly ScoredRow[];
  /** Positions at which its messages begin. */
  readonly starts: readonly number[];
  readonly coverage: number;
  readonly dense: number;
}

function best(
  pool: readonly { readonly row: ScoredRow; readonly value: number }[],
  size: number,
): readonly ScoredRow[] {
  return pool
    .toSorted((a, b) => b.value - a.value || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, Math.max(0, size))
    .map(({ row }) => row);
}

function cosine(a: QuantisedVector | null, b: QuantisedVector | null): number {
  if (a === null || b === null || a.components.length !== b.components.length) return 0;
  let dot = 0;
  for (let i = 0; i < a.components.length; i++) dot += (a.components[i] as number) * (b.components[i] as number);
  return dot * a.inverseNorm * b.inverseNorm;
}
