import {
  type Candidate,
  type CandidateQuery,
  type CandidateSet,
  idf,
  K1,
  namesFile,
  saturation,
  Signal,
} from "../../../src/index.ts";
import type { AnalysedDrawer } from "./analysed-drawer.ts";
import { filterSteps } from "./filter-steps.ts";

/** A text made of one or more neighbouring drawers, as BM25 sees it. */
interface Pooled {
  readonly score: number;
  readonly coverage: number;
}

/**
 * Candidates and features straight from the definitions in `CandidateQuery`: one drawer after the other, no index.
 * Cost: O(visible drawers × terms). It is the oracle of the other engines, so it does nothing clever.
 *
 * @param documents the visible documents, each with its drawers in order
 */
export function scoreCandidates(
  documents: readonly (readonly AnalysedDrawer[])[],
  query: CandidateQuery,
  sequence: number,
): CandidateSet {
  const visible = documents.flat();
  const total = visible.length;
  const averageLength = total === 0 ? 0 : visible.reduce((sum, drawer) => sum + drawer.length, 0) / total;
  const idfs = query.terms.map(({ term }) => idf(visible.filter((drawer) => drawer.counts.has(term)).length, total));
  const originalIdf = query.terms.reduce((sum, term, i) => (term.original ? sum + (idfs[i] as number) : sum), 0);

  const pooled = (drawers: readonly AnalysedDrawer[], average: number): Pooled => {
    const length = drawers.reduce((sum, drawer) => sum + drawer.length, 0);
    let score = 0;
    let covered = 0;
    query.terms.forEach(({ term, weight, original }, i) => {
      let tf = 0;
      for (const drawer of drawers) {
        const counts = drawer.counts.get(term);
        if (counts === undefined) continue;
        const { heading, content, breadcrumb } = query.fieldWeights;
        tf += heading * counts.heading + content * counts.content + breadcrumb * counts.breadcrumb;
      }
      if (tf === 0) return;
      score += weight * (idfs[i] as number) * saturation(tf, length, average);
      if (original) covered += idfs[i] as number;
    });
    return { score, coverage: originalIdf === 0 ? 0 : covered / originalIdf };
  };
  const cosine = (drawer: AnalysedDrawer | undefined): number => {
    const a = query.vector;
    const b = drawer?.vector ?? null;
    if (a === null || b === null || a.components.length !== b.components.length) return 0;
    let dot = 0;
    for (let i = 0; i < a.components.length; i++) dot += (a.components[i] as number) * (b.components[i] as number);
    return dot * a.inverseNorm * b.inverseNorm;
  };

  let eligible: ReadonlySet<AnalysedDrawer> = new Set(visible);
  const removed = filterSteps(query).map(({ by, passes }) => {
    const left = new Set([...eligible].filter(passes));
    const drawers = eligible.size - left.size;
    eligible = left;
    return { by, drawers };
  });

  const lexicalPool: { drawer: AnalysedDrawer; value: number }[] = [];
  const densePool: { drawer: AnalysedDrawer; value: number }[] = [];
  for (const drawers of documents) {
    const own = drawers.map((drawer) => pooled([drawer], averageLength).score);
    drawers.forEach((drawer, o) => {
      if (!eligible.has(drawer)) return;
      let prior = own[o] as number;
      query.spread.forEach((share, d) => {
        prior += share * ((own[o - d - 1] ?? 0) + (own[o + d + 1] ?? 0));
      });
      if (prior > 0) lexicalPool.push({ drawer, value: prior });
      const dense = cosine(drawer);
      if (dense > 0) densePool.push({ drawer, value: dense });
    });
  }
  const chosen = new Set([...best(lexicalPool, query.pool.lexical), ...best(densePool, query.pool.dense)]);

  const candidates: Candidate[] = [];
  documents.forEach((drawers, document) => {
    if (!drawers.some((drawer) => chosen.has(drawer))) return;
    const whole = pooled(drawers, drawers.length * averageLength);
    const documentDense = Math.max(...drawers.map(cosine));
    // Where the messages of the document begin.
    const starts = [...drawers.keys()].filter((o) => o === 0 || ((drawers[o]?.signals ?? 0) & Signal.continues) === 0);
    drawers.forEach((drawer, o) => {
      if (!chosen.has(drawer)) return;
      const own = pooled([drawer], averageLength);
      const message = starts.findLastIndex((start) => start <= o);
      const messages = (from: number, to: number): readonly AnalysedDrawer[] =>
        drawers.slice(starts[Math.max(0, from)], starts[to] ?? drawers.length);
      const windows = query.radii.map((r) =>
        pooled(messages(message - r, message + r + 1), (2 * r + 1) * averageLength),
      );
      const [before, after] = [
        message === 0 ? [] : messages(message - 1, message),
        message + 1 === starts.length ? [] : messages(message + 1, message + 2),
      ];
      const { message: origin, placement } = drawer.drawer;
      const candidate: Candidate = {
        id: drawer.drawer.id,
        document,
        lexical: own.score,
        coverage: own.coverage,
        windows: windows.map((window) => window.score),
        documentCoverage: whole.coverage,
        dense: cosine(drawer),
        denseBefore: before.length === 0 ? 0 : Math.max(...before.map(cosine)),
        denseAfter: after.length === 0 ? 0 : Math.max(...after.map(cosine)),
        documentDense,
        named: namesFile(drawer.document.path, query.files),
        signals: drawer.signals,
        signalsBefore: before.at(-1)?.signals ?? 0,
        author: origin === null ? "" : (origin.author ?? origin.role),
        hall: placement.hall.value ?? "",
        date: drawer.time,
      };
      candidates.push(query.context === "messages" && origin === null ? alone(candidate) : candidate);
    });
  });
  return {
    candidates,
    lexicalBound: query.terms.reduce((sum, { weight }, i) => sum + weight * (idfs[i] as number), 0) * (K1 + 1),
    idf: idfs,
    visible: visible.length,
    eligible: eligible.size,
    removed,
    withoutVector: visible.filter(({ vector }) => vector === null).length,
    approximate: false,
    sequence,
  };
}

function best(pool: readonly { drawer: AnalysedDrawer; value: number }[], size: number): readonly AnalysedDrawer[] {
  const ordered = pool.toSorted((a, b) => b.value - a.value || (a.drawer.drawer.id < b.drawer.drawer.id ? -1 : 1));
  return ordered.slice(0, size).map(({ drawer }) => drawer);
}

/** A candidate of whose surroundings nothing is told. */
function alone(candidate: Candidate): Candidate {
  const { coverage, dense } = candidate;
  return {
    ...candidate,
    windows: [],
    documentCoverage: coverage,
    denseBefore: dense,
    denseAfter: dense,
    documentDense: dense,
  };
}
