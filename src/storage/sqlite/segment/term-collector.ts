import { ByteWriter } from "../codec/byte-writer.ts";
import { packCounts } from "../codec/field-counts.ts";
import { writePosting } from "../codec/postings.ts";
import { TermPageWriter, type TermPages } from "../codec/term-pages.ts";

/** The fields of a drawer that are searched. */
export type Field = "heading" | "content" | "breadcrumb";

/** One term while a segment is being built: its postings so far, and the counts of the drawer it was last seen in. */
class TermDraft {
  readonly body = new ByteWriter(8);
  count = 0;
  first = 0;
  /** Last ordinal written. */
  last = 0;
  /** The drawer being counted. */
  ordinal: number;
  heading = 0;
  content = 0;
  breadcrumb = 0;

  constructor(ordinal: number) {
    this.ordinal = ordinal;
  }

  /** Writes what was counted of `ordinal`. */
  flush(): void {
    const { ordinal } = this;
    if (this.count === 0) this.first = ordinal;
    writePosting(this.body, ordinal - this.last, packCounts(this.heading, this.content, this.breadcrumb), this);
    this.last = ordinal;
    this.count++;
    this.heading = 0;
    this.content = 0;
    this.breadcrumb = 0;
  }
}

/** Collects the terms of drawers, given in ascending order, into postings. */
export class TermCollector {
  private readonly drafts = new Map<string, TermDraft>();

  /** Counts `terms` of one searched text of drawer `ordinal`. */
  add(ordinal: number, field: Field, terms: readonly string[]): void {
    for (const term of terms) {
      let draft = this.drafts.get(term);
      if (draft === undefined) this.drafts.set(term, (draft = new TermDraft(ordinal)));
      else if (draft.ordinal !== ordinal) {
        draft.flush();
        draft.ordinal = ordinal;
      }
      if (field === "content") draft.content++;
      else if (field === "heading") draft.heading++;
      else draft.breadcrumb++;
    }
  }

  finish(): TermPages {
    const writer = new TermPageWriter();
    for (const term of [...this.drafts.keys()].sort()) {
      const draft = this.drafts.get(term) as TermDraft;
      draft.flush();
      writer.add(term, draft.count, draft.last - draft.first, draft.body.view());
    }
    return writer.finish();
  }
}
