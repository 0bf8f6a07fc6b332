import { bestFirst } from "../ranking/best-first.ts";
import type { NamedNote } from "../palace/graph/note-names.ts";
import type { SearchDependencies } from "./dependencies.ts";
import type { PreparedSearch } from "./prepare.ts";
import { charged, type Ranked, type Ranking } from "./rank.ts";

/** Candidates among which linked notes are looked for; the others stay behind them. */
const LOOKED_AT = 60;
/** What the best passage of a note gains that the first passage links to. */
const GIFT = 0.2;

/**
 * Of notes that the first passage links to, the best passage of each gains something (the part `linked`): who asks after the hut tour's gear
 * finds the tour first, and what it says is "as in [[Packing list]]".
 *
 * Chosen on the Rust book and on til with its list of notes: the right passage comes first for 53.8 and 87.4 % of their questions, 50.8 and
 * 85.9 without, and in ten as often as before; the links of the first three hits move one answer out of ten (evals/links/report.md).
 *
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
    // What no note of the pool is called means none of them; what several of the source may be called is decided among all.
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
