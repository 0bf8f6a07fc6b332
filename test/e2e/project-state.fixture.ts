import type { Project, SearchResult } from "../../src/index.ts";

const QUESTIONS = ["who saw the falcon", "the kettle near the harbour", "version of note 7", "what came back in 1942"];

/** What a project answers, without what differs from run to run: equal states give equal values. */
export async function answers(project: Project): Promise<unknown> {
  const results: unknown[] = [];
  for (const question of QUESTIONS) results.push(plain(await project.search(question, { limit: 20, explain: true })));
  return results;
}

function plain({ timings: _timings, notes: _notes, ...result }: SearchResult): unknown {
  return JSON.parse(JSON.stringify(result));
}
