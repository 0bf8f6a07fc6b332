import { type NamedNote, NoteNames } from "../palace/graph/note-names.ts";
import { noteLinks } from "../text/note-links.ts";
import type { SearchDependencies } from "./dependencies.ts";
import type { PreparedSearch } from "./prepare.ts";
import { charged, inOrder, type Ranked, type Ranking } from "./rank.ts";
import { groundOfBits, roleOfBits } from "../model/message-role.ts";

/** Number of first candidates among which linked notes are raised; the others stay behind them. */
const LINKED_AMONG = 60;
/** Gain of the best passage of a linked note (evals/links/report.md). */
const GIFT = 0.2;

/**
 * Raises the best passage of each note that the first passage links to (the part `linked`): a question about the hut tour's gear finds the tour
 * first, which says "as in [[Packing list]]". Evaluated in evals/links/report.md.
 * @param ranked whose first candidate has `Signal.linking`
 * @returns null when a drawer went away between the ranking and the reading
 * Cost: reads `LINKED_AMONG` drawers, most of which are shown or judged anyway; where a link names one of these notes without its path, also the
 * names of all documents of the source, once for each state of the index.
 */
export async function liftLinked(
  { index, notes: notesOf }: Pick<SearchDependencies, "index" | "notes">,
  ranked: Ranking,
  { visible }: Pick<PreparedSearch, "visible">,
): Promise<Ranking | null> {
  const pool = ranked.slice(0, LINKED_AMONG);
  const stored = await index.get(
    pool.map(({ candidate }) => candidate.id),
    visible,
  );
  if (stored.length < pool.length) return null;
  const [first] = stored;
  if (first === undefined) return ranked;
  const notes = stored.map(({ document }): NamedNote => document);
  const near = new NoteNames(notes);
  const linked = new Set<string>();
  for (const link of noteLinks(first.drawer.text)) {
    // A name that no candidate has leads to none of them; one that a candidate has is resolved among all documents of the source.
    if (near.find(first.document, link) === null) continue;
    const to =
      near.spelled(first.document, link) ?? (await notesOf(first.document.source, visible)).find(first.document, link);
    if (to !== null && to.path !== first.document.path) linked.add(to.path);
  }
  if (linked.size === 0) return ranked;
  const lifted = pool.map((one, i): Ranked => {
    const { source, path } = notes[i] as NamedNote;
    // A note gains once: by its best passage.
    return source === first.document.source && linked.delete(path) ? charged(one, "linked", GIFT) : one;
  });
  return [...inOrder(lifted), ...ranked.slice(LINKED_AMONG)];
}

/** Number of first passages among which what is stated has room. */
const FIRST = 10;
const STATED_AMONG = 30;
/** Number of stated passages that have room there. */
const STATED = 2;
/** Share of the question's words in the first passages that a stated one must hold to have room. */
const SHARE = 0.9;

/**
 * Keeps room for what is stated among what assistants have retold and among questions: where fewer than two of the first ten are stated and hold as much of
 * the question as others, the best such passages behind them come before the last of these, which lose as much (the part `crowded`), as all behind them
 * do, as that takes. Of ten that are no questions, since those that ask the same fold onto what answers them, it holds as much as all others; of the first
 * ten of all, where questions of the same subject stand, as other stated ones: a false answer says the question's words again. Pure.
 *
 * Without it the documents that answer 50 questions stood behind twenty retellings each after a thousand sessions: 34 first instead of 50, 39
 * among ten. With the first ten alone the passage that answers stood first for 32 of 55 questions behind others of its subject, and for 18 behind
 * false answers, too; now for 54 (evals/use/report.md).
 */
export function roomForStated(order: Ranking): Ranking {
  const ranked = otherQuestionsBehind(order);
  const noQuestions = firstOf(ranked, isNoQuestion);
  const roomy = withRoom(ranked, noQuestions, noQuestions);
  const first = firstOf(roomy, () => true);
  return first.every(([, one]) => isNoQuestion(one)) ? roomy : withRoom(roomy, first, firstOf(roomy, isStated));
}

/**
 * Puts what a nameless user asked in other words than those of the question behind the first passages that hold some (the part `crowded`): it answers
 * nothing, and is found for its kind alone. Pure.
 */
function otherQuestionsBehind(ranked: Ranking): Ranking {
  const first = ranked.slice(0, STATED_AMONG);
  const isOther = ({ candidate: { author, coverage, signals } }: Ranked): boolean =>
    author === "user" && coverage === 0 && groundOfBits(signals) === "asked";
  const last = first.findLast((one) => !isOther(one));
  if (last === undefined || !first.some(isOther) || !first.some(({ candidate }) => candidate.coverage > 0))
    return ranked;
  const others = first.filter(isOther).map((one) => charged(one, "crowded", Math.min(0, last.score - one.score)));
  return [...first.filter((one) => !isOther(one)), ...others, ...ranked.slice(STATED_AMONG)];
}

const groundOf = ({ candidate }: Ranked): string => groundOfBits(candidate.signals);
const isNoQuestion = (one: Ranked): boolean => groundOf(one) !== "asked";
const isStated = (one: Ranked): boolean => groundOf(one) === "stated";

type Placed = readonly (readonly [place: number, one: Ranked])[];

/** @param places the first ones @param others those of which a stated passage must hold as much */
function withRoom(ranked: Ranking, places: Placed, others: Placed): Ranking {
  const retold = places.filter(([, one]) => !isStated(one));
  if (retold.length === 0) return ranked;
  const end = (places.at(-1)?.[0] ?? -1) + 1;
  const bar = SHARE * Math.max(0, ...others.map(([, one]) => one.values().coverage));
  // A person's or a document's: what tools gave back stands beside what was made of it. A remark behind a question holds no word of it.
  const answers = (one: Ranked): boolean => {
    const { coverage } = one.values();
    return isStated(one) && roleOfBits(one.candidate.signals) !== "tool_result" && coverage > 0 && coverage >= bar;
  };
  const missing = Math.min(retold.length, STATED - places.filter(([, one]) => answers(one)).length);
  if (missing <= 0) return ranked;
  const all = ranked.slice();
  const found: Ranked[] = [];
  for (const one of all.slice(end)) if (found.length < missing && answers(one)) found.push(one);
  if (found.length === 0) return ranked;
  const giving = new Set(retold.slice(-found.length).map(([, one]) => one));
  const taken = new Set(found);
  const before = [...all.slice(0, end).filter((one) => !giving.has(one)), ...found];
  const after = [...giving, ...all.slice(end).filter((one) => !taken.has(one))];
  const shift = Math.min(0, (found.at(-1) as Ranked).score - (after[0] as Ranked).score);
  return [...before, ...after.map((one) => charged(one, "crowded", shift))];
}

/** The first ten of a kind. Of hundreds of candidates, as few as are needed are made. */
function firstOf(ranked: Ranking, isOne: (one: Ranked) => boolean): Placed {
  const among = (some: readonly Ranked[]): Placed =>
    [...some.entries()].filter(([, one]) => isOne(one)).slice(0, FIRST);
  const found = among(ranked.slice(0, STATED_AMONG));
  return found.length < FIRST ? among(ranked.slice()) : found;
}
