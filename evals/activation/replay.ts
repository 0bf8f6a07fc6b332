import { scoreList } from "../shared/score-list.ts";
import type { AccessKind } from "../../src/index.ts";
import { activation } from "../../src/ranking/weights.ts";
import type { LoggedQuestion } from "./logged-question.ts";

/** One hit of a question's list, before activation. */
export interface Listed {
  readonly drawer: string;
  /** What the collection names as evidence: a file, a message, or a session. */
  readonly passage: string;
  readonly score: number;
}

/** How one question of a log went. */
export interface Replayed {
  /** `again`: an earlier question of the log was after some of the same evidence. */
  readonly kind: "again" | "first";
  readonly recall: number;
  readonly ndcg: number;
  readonly reciprocalRank: number;
}

/** What is tried. */
export interface Trial {
  readonly weight: number;
  /** What an access of each kind counts. */
  readonly kinds: Readonly<Record<AccessKind, number>>;
  /** Accesses count only where the question that led to them had shown at least this share of what this one finds first; 0: always. */
  readonly overlap: number;
}

interface PastAccess {
  readonly time: number;
  readonly weight: number;
  /** What was shown together with it. */
  readonly shown: ReadonlySet<string>;
}

const SHOWN = 10;

/** Replays one log. Lists are by question. */
export function replay(
  log: readonly LoggedQuestion[],
  lists: Readonly<Record<string, readonly Listed[]>>,
  { weight, kinds, overlap }: Trial,
): readonly Replayed[] {
  const accesses = new Map<string, PastAccess[]>();
  const asked = new Set<string>();
  return log.map(({ id, gold, time }): Replayed => {
    const list = lists[id] ?? [];
    const first = list.slice(0, SHOWN);
    const fits = ({ shown }: PastAccess): boolean =>
      first.filter(({ drawer }) => shown.has(drawer)).length >= overlap * first.length;
    const ranked = list
      .map((one) => ({
        ...one,
        lifted: one.score + weight * activation((accesses.get(one.drawer) ?? []).filter(fits), time),
      }))
      .sort((a, b) => b.lifted - a.lifted || (a.drawer < b.drawer ? -1 : 1));
    const right = new Map(gold.map((one) => [one, 1]));
    const kind = gold.some((one) => asked.has(one)) ? "again" : "first";
    for (const one of gold) asked.add(one);
    const shown = new Set(ranked.slice(0, SHOWN).map(({ drawer }) => drawer));
    for (const [place, { drawer, passage }] of ranked.slice(0, SHOWN).entries()) {
      const past = accesses.get(drawer) ?? [];
      accesses.set(drawer, past);
      past.push({ time, weight: kinds.shown, shown });
      // The reader opens what answers, and what stands first.
      if (right.has(passage) || place === 0) past.push({ time, weight: kinds.expanded, shown });
    }
    const scores = scoreList([...new Set(ranked.map(({ passage }) => passage))], right);
    return { kind, recall: scores.recall(SHOWN), ndcg: scores.ndcg(SHOWN), reciprocalRank: scores.reciprocalRank };
  });
}
