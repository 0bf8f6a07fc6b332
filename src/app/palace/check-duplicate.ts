import { cutExactly } from "../../ingest/document-draft.ts";
import {
  type VisibleScopes,
  callerOf,
  canSee,
  visibleScopes,
  writingScope,
  type Scope,
  parseScope,
} from "../../model/caller.ts";
import type { Asked, CHECK_DUPLICATE } from "../../model/requests/index.ts";
import { quantise, standardise } from "../../model/vector.ts";
import type { DuplicateCheck, DuplicateMatch } from "../../operations/answers/hits.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { NUMBER_WORDS } from "../../english/numerals.ts";
import { BASE_VERBS, IRREGULAR_PASTS } from "../../palace/halls/lexicon.ts";
import { fold, isStopWord, words } from "../../text/words.ts";
import { stem } from "../../text/stem.ts";
import { indexTerms } from "../../text/analyzer.ts";
import type { OpenedProject } from "../opened-project.ts";

/** Number of nearest drawers of each retriever that are compared. */
const COMPARED = 20;
/** Distinct words of the text that candidates are looked for by. */
const MAX_TERMS = 48;
const MAX_MATCHES = 5;
/** Parts of a long text that are compared, spread evenly over it; and those after which a text that is none stops being compared. */
const MAX_PARTS = 32;
const PARTS_SHOWN = 4;

/** Whether a text is stored already, for a drawer of the scope that it would have. @throws LociError `SCOPE_INVALID` */
export async function duplicates(
  project: Pick<OpenedProject, "indexHandle" | "provider" | "settings" | "unrelated">,
  { caller, text, scope, threshold }: Asked<typeof CHECK_DUPLICATE>,
): Promise<DuplicateCheck> {
  // What `add` would give it: else what was just added would not be stored.
  const own = callerOf(caller);
  const wanted =
    scope === undefined ? (own === "public" ? "kb" : writingScope("drawers", own, undefined)) : parseScope(scope);
  return await checkDuplicate(project, { text, scope: wanted, caller, threshold });
}

interface Draft {
  readonly text: string;
  readonly scope: Scope;
  readonly caller?: Parameters<typeof visibleScopes>[0];
  /** Similarity above which a drawer says the same. */
  readonly threshold?: number | undefined;
}

/**
 * Looks for drawers that say what a text says, among those that everybody sees who would see a drawer of `scope`: a copy that only some
 * of them can read is none.
 * @param draft.text over the size of a drawer it is compared part by part, and is a duplicate when every part that is compared is
 * Cost: one search a part, of 32 at most.
 */
export async function checkDuplicate(
  project: Pick<OpenedProject, "indexHandle" | "provider" | "settings" | "unrelated">,
  { text, scope, caller = "owner", threshold = NEAR_DUPLICATE }: Draft,
): Promise<DuplicateCheck> {
  return await project.indexHandle.use(async (index) => {
    const own = visibleScopes(caller);
    const visible: VisibleScopes = [...new Set<Scope>(["kb", scope])].filter((one) => canSee(own, one));
    const parts = spread(cutExactly(text, project.settings.chunking.max_chunk_size), MAX_PARTS);
    const found = new Map<string, DuplicateMatch>();
    let all = true;
    for (const [i, part] of parts.entries()) {
      // One part without a match decides that the text is new; a few more parts are compared for near matches.
      if (!all && i >= PARTS_SHOWN) break;
      // Each part is a search: others are answered in between.
      if (i > 0) await new Promise(setImmediate);
      const matches = (await matchesOf(project, index, { text: part.text, visible })).filter(
        ({ similarity }) => similarity > threshold,
      );
      if (matches.length === 0) all = false;
      for (const match of matches)
        if ((found.get(match.id)?.similarity ?? 0) < match.similarity) found.set(match.id, match);
    }
    const matches = [...found.values()]
      .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_MATCHES)
      .map((match) => ({ ...match, similarity: Math.round(match.similarity * 1000) / 1000 }));
    return { duplicate: all && parts.length > 0, matches };
  });
}

/** At most so many of a list, the first and the last among them, evenly apart. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))] as T);
}

async function matchesOf(
  project: Pick<OpenedProject, "provider" | "unrelated">,
  index: SearchIndex,
  { text, visible }: { readonly text: string; readonly visible: VisibleScopes },
): Promise<readonly DuplicateMatch[]> {
  const provider = await project.provider();
  const [vector] = provider === null ? [] : await provider.embedPassages([text]);
  const terms = plainTerms(indexTerms(text)).slice(0, MAX_TERMS);
  const { candidates } = await index.candidates({
    ...PLAIN_QUERY,
    visible,
    terms,
    vector: vector === undefined ? null : quantise(vector),
    pool: { lexical: COMPARED, dense: COMPARED },
  });
  // Standardised as in ranking, since models differ in how their cosines are distributed.
  const unrelated = provider === null ? null : await project.unrelated(provider);
  const nearness = new Map(
    candidates.map(({ id, dense }) => [id, unrelated === null ? null : standardise(dense, unrelated)]),
  );
  const stored = await index.get([...nearness.keys()], visible);
  return stored.map(({ drawer }) => {
    const similarity = standsIn(text, drawer.text)
      ? 1
      : textSimilarity(text, drawer.text, nearness.get(drawer.id) ?? null);
    return { id: drawer.id, similarity, text: drawer.text };
  });
}

/** Similarity above which a text repeats a stored one. */
export const NEAR_DUPLICATE = 0.9;

/** Maximum number of words compared; drawers are shorter. */
const MAX_WORDS = 1_000;
const NEGATIONS: ReadonlySet<string> = new Set(
  "no not never none nothing without t cannot neither nor hardly instead".split(" "),
);

/**
 * How much two texts say the same, 0–1: the larger of
 * - 2 · L / (n + m), L the length of the longest common subsequence of their words (n and m words, folded), so order counts, and
 * - `cosine`, which also knows other words for the same.
 *
 * It is held at 0.9 (no near-duplicate) where the texts differ in what changes a statement however alike the rest is: their numbers, in
 * figures or in words, their negations, the order of the names in them ("Kai owes Mia", "Mia owes Kai"), or one word for another ("on host
 * heron", "on host egret"), unless both are verbs.
 * @param cosine standardised (`standardise`), so that it means the same of any model; null without one
 * @example textSimilarity("We use Clerk.", "we use clerk", null) // 1
 * Cost: n · m steps.
 */
export function textSimilarity(a: string, b: string, cosine: number | null): number {
  const [left, right] = [cut(a), cut(b)];
  if (left.length === 0 || right.length === 0) return a.trim() === b.trim() ? 1 : 0;
  const inOrder = (2 * commonLength(left, right)) / (left.length + right.length);
  const alike = Math.min(1, Math.max(inOrder, cosine ?? 0));
  if (inOrder === 1 || alike <= NEAR_DUPLICATE) return alike;
  const names = new Set(
    [...left, ...right].flatMap(({ folded, capital }) => (capital && !isStopWord(folded) ? [folded] : [])),
  );
  const hard = (list: readonly ComparedWord[]): string =>
    list.flatMap(({ folded }) => (isHard(folded) || names.has(folded) ? [folded] : [])).join(" ");
  return hard(left) === hard(right) && !isOneExchanged(left, right) ? alike : NEAR_DUPLICATE;
}

/** Numbers and negations. */
const isHard = (folded: string): boolean => /\p{N}/u.test(folded) || NUMBER_WORDS.has(folded) || NEGATIONS.has(folded);

const VERBS: ReadonlySet<string> = new Set([...BASE_VERBS, ...IRREGULAR_PASTS].map(stem));

/**
 * Whether of all that two texts say one word stands for another, in any of their forms. Two verbs may mean the same ("starts", "begins"), and a
 * long word in which one letter differs is a spelling of the other.
 */
function isOneExchanged(left: readonly ComparedWord[], right: readonly ComparedWord[]): boolean {
  const said = (list: readonly ComparedWord[], other: readonly ComparedWord[]): readonly string[] => {
    const elsewhere = new Set(other.map(({ folded }) => stem(folded)));
    const own = new Set(list.flatMap(({ folded }) => (isStopWord(folded) ? [] : [stem(folded)])));
    return [...own].filter((word) => !elsewhere.has(word));
  };
  const [[a = "", ...more], [b = "", ...others]] = [said(left, right), said(right, left)];
  if (a === "" || b === "" || more.length + others.length > 0) return false;
  return !(VERBS.has(a) && VERBS.has(b)) && !isSpelling(a, b);
}

const LONG_WORD = 7;

function isSpelling(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  let start = 0;
  while (start < longest && a[start] === b[start]) start++;
  let end = 0;
  while (end < longest - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return longest >= LONG_WORD && start + end >= longest - 1;
}

/** Words from which on a text that stands whole in another says nothing new; fewer may be a name or a phrase of their own. */
const ENOUGH_TO_STAND_IN = 4;

/**
 * Whether all of a text stands in a longer one, word behind word: a sentence under a heading, or among others.
 * @example standsIn("We use Clerk since March.", "# Login\n\nKai chose it. We use Clerk since March.") // true
 * Cost: n + m steps in the usual case.
 */
export function standsIn(text: string, longer: string): boolean {
  const [inner, outer] = [cut(text), cut(longer)].map((list) => list.map(({ folded }) => folded));
  if (inner === undefined || outer === undefined || inner.length < ENOUGH_TO_STAND_IN) return false;
  return ` ${outer.join(" ")} `.includes(` ${inner.join(" ")} `);
}

interface ComparedWord {
  readonly folded: string;
  readonly capital: boolean;
}

const cut = (text: string): readonly ComparedWord[] =>
  words(text)
    .slice(0, MAX_WORDS)
    .map((word) => ({ folded: fold(word.text), capital: /^\p{Lu}/u.test(word.text) }));

/** Length of the longest common subsequence, row by row. */
function commonLength(a: readonly ComparedWord[], b: readonly ComparedWord[]): number {
  let above = new Uint16Array(b.length + 1);
  let row = new Uint16Array(b.length + 1);
  for (const { folded } of a) {
    for (let j = 1; j <= b.length; j++)
      row[j] =
        folded === (b[j - 1] as ComparedWord).folded
          ? (above[j - 1] as number) + 1
          : Math.max(above[j] as number, row[j - 1] as number);
    [above, row] = [row, above];
  }
  return above[b.length] as number;
}
