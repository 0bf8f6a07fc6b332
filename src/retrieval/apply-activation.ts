import { activation } from "../ranking/activation.ts";
import type { SearchDependencies } from "./dependencies.ts";
import { bestFirst } from "../ranking/best-first.ts";
import type { Ranked, Ranking } from "./rank.ts";

/** Stage 5: adds weight · B for what was read before, and puts the candidates in order again. */
export async function applyActivation(deps: SearchDependencies, ranking: Ranking, now: number): Promise<Ranking> {
  const weight = deps.settings.activationWeight;
  if (weight === 0 || ranking.length === 0) return ranking;
  const ranked = ranking.slice();
  const accesses = await deps.accesses(ranked.map(({ candidate }) => candidate.id));
  if (accesses.size === 0) return ranking;
  const lifted = ranked.map((one): Ranked => {
    const part = weight * activation(accesses.get(one.candidate.id) ?? [], now);
    if (part === 0) return one;
    return { candidate: one.candidate, score: one.score + part, values: () => one.values(), ranks: () => one.ranks(), parts: () => ({ ...one.parts(), activation: part }) };
  });
  const one = (row: number): Ranked => lifted[row] as Ranked;
  return Array.from(bestFirst(Float64Array.from(lifted, ({ score }) => score), (a, b) => one(a).candidate.id < one(b).candidate.id), one);
}
