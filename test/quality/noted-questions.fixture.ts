import { readLines } from "../../evals/shared/read-lines.ts";
import { withLoci } from "../../evals/shared/with-loci.ts";
import type { Project } from "../../src/index.ts";

interface Note {
  readonly text: string;
  readonly answered: readonly string[];
}

const NOTES = readLines<Note>(new URL("../../evals/relevance/near-misses.jsonl", import.meta.url));
const QUESTIONS = NOTES.flatMap(({ answered }) => answered);

/** What is asked of notes of one sentence each. */
interface Asked {
  readonly project: Project;
  /** Number of questions that are covered when they are asked as they are, and of all. */
  readonly plain: number;
  readonly all: number;
  /** Number of them that are covered when each is asked otherwise. */
  readonly covered: (asked: (question: string) => string) => Promise<number>;
}

/** Asks notes the questions that they answer, as they are written and otherwise. */
export async function askNotes(work: (asked: Asked) => Promise<void>): Promise<void> {
  await withLoci(async (loci) => {
    const project = await loci.project("notes");
    for (const { text } of NOTES) await project.addDrawer({ text, scope: "admin" });
    const covered = async (asked: (question: string) => string): Promise<number> => {
      let count = 0;
      for (const question of QUESTIONS) if ((await project.search(asked(question))).covered) count += 1;
      return count;
    };
    const plain = await covered((question) => question);
    await work({ project, plain, all: QUESTIONS.length, covered });
  });
}
