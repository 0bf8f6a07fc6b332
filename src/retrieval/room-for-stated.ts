import { groundOfBits, roleOfBits } from "../model/message-role.ts";
import { charged, type Ranked, type Ranking } from "./rank.ts";

/** Number of first passages among which what is stated has room. */
const FIRST = 10;
/** Number of candidates among which they mostly are. */
const LOOKED_AT = 30;
/** Number of stated passages that have room there. */
const STATED = 2;
/** Share of the question's words in the first passages that a stated one must hold to have room. */
const SHARE = 0.9;

/**
 * Keeps room for what is stated among what assistants have retold: where fewer than two of the first ten are stated and hold as much of the
 * question as the others, the best such passages behind them come before the last of these, which lose as much (the part `crowded`), as all behind
 * them do, as that takes. Questions take no place, since they fold onto what answers them. Pure.
 *
 * Without it the documents that answer 50 questions stood behind twenty retellings each after a thousand sessions: 34 first instead of 50, 39
 * among ten (evals/use/report.md).
 */
export function roomForStated(ranked: Ranking): Ranking {
  const groundOf = ({ candidate }: Ranked): string => groundOfBits(candidate.signals);
  const firstOf = (some: readonly Ranked[]): readonly (readonly [number, Ranked])[] =>
    [...some.entries()].filter(([, one]) => groundOf(one) !== "asked").slice(0, FIRST);
  // Of hundreds of candidates, as few as are needed are made.
  let places = firstOf(ranked.slice(0, LOOKED_AT));
  if (places.length < FIRST) places = firstOf(ranked.slice());
  const end = (places.at(-1)?.[0] ?? -1) + 1;
  const bar = SHARE * Math.max(0, ...places.map(([, one]) => one.values().coverage));
  // A person's or a document's: what tools gave back stands beside what was made of it.
  const answers = (one: Ranked): boolean =>
    groundOf(one) === "stated" && roleOfBits(one.candidate.signals) !== "tool_result" && one.values().coverage >= bar;
  const retold = places.filter(([, one]) => groundOf(one) !== "stated");
  const missing = Math.min(retold.length, STATED - places.filter(([, one]) => answers(one)).length);
  if (missing <= 0) return ranked;
  const all = ranked.slice();
  const found: Ranked[] = [];
  for (const one of all.slice(end)) {
    if (found.length === missing) break;
    if (answers(one)) found.push(one);
  }
  if (found.length === 0) return ranked;
  const giving = new Set(retold.slice(-found.length).map(([, one]) => one));
  const taken = new Set(found);
  const before = [...all.slice(0, end).filter((one) => !giving.has(one)), ...found];
  const after = [...giving, ...all.slice(end).filter((one) => !taken.has(one))];
  const shift = Math.min(0, (found.at(-1) as Ranked).score - (after[0] as Ranked).score);
  return [...before, ...after.map((one) => charged(one, "crowded", shift))];
}
