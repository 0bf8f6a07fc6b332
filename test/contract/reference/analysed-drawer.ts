import { contentTime, type Document, type DrawerWrite, searchedTerms } from "../../../src/index.ts";

/** Occurrences of one term by field. */
interface FieldCounts {
  heading: number;
  content: number;
  breadcrumb: number;
}

/** A drawer as the reference engine holds it: what was written, and its terms in plain maps and arrays. */
export interface AnalysedDrawer extends DrawerWrite {
  readonly document: Document;
  readonly position: number;
  /** Terms of each searched string, in order; for phrases. */
  readonly sequences: readonly (readonly string[])[];
  readonly counts: ReadonlyMap<string, FieldCounts>;
  /** Terms over all fields. */
  readonly length: number;
  /** Content date in milliseconds, or null. */
  readonly time: number | null;
}

/** Cuts a drawer into terms. */
export function analyseDrawer(document: Document, write: DrawerWrite, position: number): AnalysedDrawer {
  const counts = new Map<string, FieldCounts>();
  const sequences: (readonly string[])[] = [];
  for (const [field, terms] of searchedTerms(write.drawer)) {
    sequences.push(terms);
    for (const term of terms) {
      let entry = counts.get(term);
      if (entry === undefined) counts.set(term, (entry = { heading: 0, content: 0, breadcrumb: 0 }));
      entry[field]++;
    }
  }
  const length = sequences.reduce((sum, terms) => sum + terms.length, 0);
  const time = contentTime(write.drawer.date);
  return { ...write, document, position, sequences, counts, length, time: Number.isNaN(time) ? null : time };
}
