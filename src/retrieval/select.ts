import type { SearchIndex, StoredDrawer } from "../storage/ports/search-index.ts";
import { type Collapsed, collapseDuplicates } from "./collapse-duplicates.ts";
import { groupByDocument } from "./group-by-document.ts";
import { packBudget } from "./pack-budget.ts";
import type { PreparedSearch } from "./prepare.ts";
import type { Ranked } from "./rank.ts";

/** What will be shown, with the texts. */
export interface Selection {
  readonly shown: readonly Collapsed<Ranked>[];
  readonly stored: ReadonlyMap<string, StoredDrawer>;
  /** All candidates in the order from which was chosen. */
  readonly order: readonly Ranked[];
}

/** Read beyond the limit, so that collapsed duplicates leave no gap. */
const SURPLUS = 1.3;
/** No passage is shorter than this on average, for guessing how many fill a budget: tokens. */
const SHORT_PASSAGE_TOKENS = 8;
const MAX_READ = 1_000;

/**
 * Stage 7: groups, cuts, reads the texts, collapses duplicates, fills the budget.
 *
 * @returns null when a drawer went away between the ranking and the reading: the search must start over
 */
export async function select(index: SearchIndex, ranked: readonly Ranked[], request: PreparedSearch): Promise<Selection | null> {
  const { minScore, budgetTokens, groupBy } = request.options;
  const grouped = groupBy === "document" ? groupByDocument(ranked) : ranked;
  const order = minScore === undefined ? grouped : grouped.filter(({ score }) => score >= minScore);
  const wanted = budgetTokens === undefined ? request.limit : Math.min(MAX_READ, Math.max(request.limit, Math.ceil(budgetTokens / SHORT_PASSAGE_TOKENS)));
  const shortlist = order.slice(0, Math.ceil(wanted * SURPLUS) + 5);
  const read = await index.get(shortlist.map(({ candidate }) => candidate.id), request.visible);
  if (read.length < shortlist.length) return null;
  const stored = new Map(read.map((one) => [one.drawer.id, one]));
  const text = ({ candidate }: Ranked): string => stored.get(candidate.id)?.drawer.text ?? "";
  const groups = collapseDuplicates(shortlist, text, (one) => realmOf(stored.get(one.candidate.id))).slice(0, wanted);
  const shown = budgetTokens === undefined ? groups : packBudget(groups, ({ item }) => text(item), budgetTokens);
  return { shown, stored, order };
}

// Passages of files repeat each other wherever they stand. A message that was said in two sessions was said twice: collapsing
// those cost RealMem 4 points of session recall.
function realmOf(stored: StoredDrawer | undefined): string {
  return stored?.drawer.message?.session ?? "";
}
