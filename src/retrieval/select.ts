import type { Drawer } from "../model/drawer.ts";
import type { IndexReader, StoredDrawer } from "../storage/ports/search-index.ts";
import { type Collapsed, collapseDuplicates } from "./collapse-duplicates.ts";
import { groupByDocument } from "./group-by-document.ts";
import { onceEach } from "./once-each.ts";
import { packBudget } from "./pack-budget.ts";
import type { PreparedSearch } from "./prepare.ts";
import type { Ranked, Ranking } from "./rank.ts";
import { wordNumbers } from "./word-numbers.ts";

/** What will be shown, with the texts. */
export interface Selection {
  readonly shown: readonly Collapsed<Ranked>[];
  readonly stored: ReadonlyMap<string, StoredDrawer>;
  /** All candidates in the order from which was chosen. */
  readonly order: Ranking;
}

/** Read beyond the limit, so that collapsed duplicates are counted and leave no gap: drawers, and a share of the limit. */
const SURPLUS = 2;
const SURPLUS_SHARE = 0.1;
/** No passage is shorter than this on average, for guessing how many fill a budget: tokens. */
const SHORT_PASSAGE_TOKENS = 8;
const MAX_READ = 1_000;
const wordsOfText = ({ text }: Drawer): Int32Array => wordNumbers(text);
const keptWords = onceEach(wordsOfText);

/**
 * Stage 7: groups, cuts, reads the texts, collapses duplicates, fills the budget.
 *
 * @returns null when a drawer went away between the ranking and the reading: the search must start over
 */
export async function select(index: IndexReader, ranked: Ranking, request: PreparedSearch): Promise<Selection | null> {
  const { minScore, budgetTokens, groupBy } = request.options;
  const grouped = groupBy === "document" ? groupByDocument(ranked.slice()) : ranked;
  const order = minScore === undefined ? grouped : grouped.slice().filter(({ score }) => score >= minScore);
  const wanted = budgetTokens === undefined ? request.limit : Math.min(MAX_READ, Math.max(request.limit, Math.ceil(budgetTokens / SHORT_PASSAGE_TOKENS)));
  const stored = new Map<string, StoredDrawer>();
  // Whatever is on the shortlist was read.
  const drawerOf = ({ candidate }: Ranked): Drawer => (stored.get(candidate.id) as StoredDrawer).drawer;
  const wordsOf = index.keepsDrawers() ? keptWords : wordsOfText;
  let shortlist: readonly Ranked[] = [];
  let groups: readonly Collapsed<Ranked>[] = [];
  while (groups.length < wanted && shortlist.length < order.length) {
    const more = order.slice(shortlist.length, shortlist.length + Math.ceil((wanted - groups.length) * (1 + SURPLUS_SHARE)) + SURPLUS);
    const read = await index.get(more.map(({ candidate }) => candidate.id), request.visible);
    if (read.length < more.length) return null;
    for (const one of read) stored.set(one.drawer.id, one);
    shortlist = [...shortlist, ...more];
    groups = collapseDuplicates(shortlist, (one) => wordsOf(drawerOf(one)), (one) => realmOf(drawerOf(one)));
  }
  groups = groups.slice(0, wanted);
  const shown = budgetTokens === undefined ? groups : packBudget(groups, ({ item }) => drawerOf(item).text, budgetTokens);
  return { shown, stored, order };
}

// Passages of files repeat each other wherever they stand. A message that was said in two sessions was said twice: collapsing
// those cost RealMem 4 points of session recall.
function realmOf({ message }: Drawer): string {
  return message?.session ?? "";
}
