import { bestFirst } from "../ranking/best-first.ts";
import type { NamedNote } from "../palace/graph/note-names.ts";
import type { SearchDependencies } from "./dependencies.ts";
import type { PreparedSearch } from "./prepare.ts";
import { charged, type Ranked, type Ranking } from "./rank.ts";

/** Number of first candidates among which linked notes are raised; the others stay behind them. */
const LOOKED_AT = 60;
/** Gain of the best passage of a linked note (evals/links/report.md). */
const GIFT = 0.2;

/**
 * Raises the best passage of each note that the first passage links to (the part `linked`): a question about the hut tour's gear finds the tour
 * first, which says "as in [[Packing list]]". Evaluated in evals/links/report.md.
 * @param ranked whose first candidate has `Signal.linking`
 * @returns null when a drawer went away between the ranking and the reading
 * Cost: reads `LOOKED_AT` drawers, most of which are shown or judged anyway; where a link names one of these notes without its path, also the
 * names of all documents of the source, once for each state of the index.
 */
export async function liftLinked(
  { index, notes: notesOf }: Pick<SearchDependencies, "index" | "notes">,
  ranked: Ranking,
  { visible }: Pick<PreparedSearch, "visible">,
): Promise<Ranking | null> {
  const pool = ranked.slice(0, LOOKED_AT);
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
  const one = (row: number): Ranked => lifted[row] as Ranked;
  const order = bestFirst(
    Float64Array.from(lifted, ({ score }) => score),
    (a, b) => one(a).candidate.id < one(b).candidate.id,
  );
  return [...Array.from(order, one), ...ranked.slice(LOOKED_AT)];
}
