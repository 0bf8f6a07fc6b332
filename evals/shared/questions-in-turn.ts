import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chatLines } from "../suites/chat-lines.ts";
import type { DatasetDocument, DatasetQuery } from "../suites/dataset.ts";
import { timeOfAsking } from "../suites/conversation.ts";
import type { Loci, Project } from "../../src/index.ts";

/** One conversation, user or the like of a collection. */
interface Group {
  readonly documents: readonly DatasetDocument[];
  readonly queries: readonly DatasetQuery[];
}

/** A question whose time has come. */
export interface QuestionInTurn {
  readonly project: Project;
  readonly query: DatasetQuery;
  /** When it was asked, where the collection says so: `now` of the search. */
  readonly asked: { readonly now?: string };
  /** Whether something was mined since the question before. */
  readonly grew: boolean;
}

/** Gives the answerable questions of a group in the order in which they were asked, each when what was said before it stands in the group's project. */
export async function* questionsInTurn(
  loci: Loci,
  home: string,
  name: string,
  { documents, queries }: Group,
  place: { readonly wing?: string } = {},
): AsyncIterable<QuestionInTurn> {
  const project = await loci.project(name.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
  const ordered = documents.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  let fed = 0;
  for (const query of queries
    .filter(({ gold }) => gold.length > 0)
    .toSorted((a, b) => (a.asked_seq ?? Infinity) - (b.asked_seq ?? Infinity))) {
    const next = ordered.slice(fed).filter(({ seq }) => (seq ?? 0) < (query.asked_seq ?? Infinity));
    if (next.length > 0) {
      const file = join(home, `${project.name}-${fed}.jsonl`);
      writeFileSync(
        file,
        next
          .flatMap(chatLines)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      );
      fed += next.length;
      await project.mine([file], { scope: "kb", format: "jsonl", ...place });
    }
    const now = timeOfAsking(query, ordered);
    yield { project, query, asked: now === undefined ? {} : { now }, grew: next.length > 0 };
  }
}
