import type { NamedNote } from "../palace/graph/note-names.ts";
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
  // Loaded with the first search whose first hit links onward.
  const [{ NoteNames }, { noteLinks }] = await Promise.all([
    import("../palace/graph/note-names.ts"),
    import("../text/note-links.ts"),
  ]);
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
 * Keeps room for what is stated among what assistants have retold: where fewer than two of the first ten are stated and hold as much of the question as
 * others, the best such passages behind them come before the last of these, which lose as much (the part `crowded`), as all behind them do, as that
 * takes. Pure.
 *
 * Without it the documents that answer 50 questions stood behind twenty retellings each after a thousand sessions: 34 first instead of 50, 39
 * among ten; and the passage that answers stood first for 32 of 55 questions behind others of its subject (evals/use/report.md).
 */
export function roomForStated(order: Ranking): Ranking {
  const ranked = otherQuestionsBehind(order);
  const first = ranked.slice(0, FIRST);
  const retold = first.filter((one) => isNoQuestion(one) && !isStated(one));
  if (retold.length === 0) return ranked;
  const bar = SHARE * Math.max(0, ...first.filter(isNoQuestion).map((one) => one.values().coverage));
  // A person's or a document's: what tools gave back stands beside what was made of it. A remark behind a question holds no word of it.
  const answers = (one: Ranked): boolean => {
    const { coverage } = one.values();
    return isStated(one) && roleOfBits(one.candidate.signals) !== "tool_result" && coverage > 0 && coverage >= bar;
  };
  const missing = Math.min(retold.length, STATED - first.filter(answers).length);
  if (missing <= 0) return ranked;
  const all = ranked.slice();
  const found: Ranked[] = [];
  for (const one of all.slice(FIRST)) if (found.length < missing && answers(one)) found.push(one);
  if (found.length === 0) return ranked;
  const giving = new Set(retold.slice(-found.length));
  const before = [...first.filter((one) => !giving.has(one)), ...found];
  const after = [...giving, ...all.slice(FIRST).filter((one) => !found.includes(one))];
  const shift = Math.min(0, (found.at(-1) as Ranked).score - (after[0] as Ranked).score);
  return [...before, ...after.map((one) => charged(one, "crowded", shift))];
}

/**
 * Puts what a nameless user asked in other words than those of the question behind the first passages that hold some (the part `crowded`): it answers
 * nothing, and is found for its kind alone. Pure.
 */
function otherQuestionsBehind(ranked: Ranking): Ranking {
  const first = ranked.slice(0, STATED_AMONG);
  const isOther = (one: Ranked): boolean =>
    one.candidate.author === "user" && one.candidate.coverage === 0 && !isNoQuestion(one);
  const last = first.findLast((one) => !isOther(one));
  if (last === undefined || !first.some(({ candidate }) => candidate.coverage > 0)) return ranked;
  const others = first.filter(isOther).map((one) => charged(one, "crowded", Math.min(0, last.score - one.score)));
  return [...first.filter((one) => !isOther(one)), ...others, ...ranked.slice(STATED_AMONG)];
}

const groundOf = ({ candidate }: Ranked): string => groundOfBits(candidate.signals);
const isNoQuestion = (one: Ranked): boolean => groundOf(one) !== "asked";
const isStated = (one: Ranked): boolean => groundOf(one) === "stated";
