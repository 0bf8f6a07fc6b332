import { LociError, type Note, type SearchOptions } from "../../../index.ts";
import { SEARCH, without } from "../../../model/requests/index.ts";
import { EXIT } from "../../shared/error-table.ts";
import type { CommandModule } from "../command.ts";
import { addFlags, helpOf } from "../request-flags.ts";
import { renderSearchResult } from "../render/hits.ts";
import { runSearchBatch } from "../search-batch.ts";
import { recordShown, type OpenProject, type Session } from "../session.ts";

const { query: QUERY, ...REST } = SEARCH;
/** What a person asks for at a prompt; programs have the rest, in the library and over HTTP, and in the lines of a batch. */
const OPTIONS = without(REST, ["role", "fusion", "minScore", "groupBy", "excludeIds", "excludeChats", "passage"]);

interface Flags extends SearchOptions {
  readonly batch?: string;
}

/** `loci search QUERY` */
export const command: CommandModule = {
  examples: [
    ['loci search "which port does staging use?"', "ask a question"],
    ["loci search '\"connection refused\" -docker' --since 2026-01-01", "a phrase, without a word, since a day"],
    ["loci search deploy room:release --explain", "a filter inside the question; why each hit stands where it does"],
    ["loci search --batch questions.txt > answers.jsonl", "a question a line, an answer a line"],
  ],
  define(command, session) {
    command
      .description(
        "Find passages: the best drawers for a question, by words and by meaning. Nothing found ends with status 1.",
      )
      .argument("[query...]", `${helpOf(QUERY)}; several words are one question`);
    addFlags(command, OPTIONS);
    command
      .option(
        "--batch <file>",
        'many questions, one a line (- for standard input): plain text, a JSON string, or {"query": …, "limit": …}; one answer a line, in order',
      )
      .action((words: readonly string[], flags: Flags) => run(session, words, flags));
  },
};

async function run(session: Session, words: readonly string[], { batch, ...given }: Flags): Promise<void> {
  if (batch !== undefined) {
    if (words.length > 0)
      throw new LociError("USAGE", "--batch brings its own questions", { hint: "leave out the question" });
    return await runSearchBatch(session, batch, given);
  }
  const query = words.join(" ");
  if (query.trim() === "")
    throw new LociError("USAGE", "a question is missing", { hint: 'loci search "which port does staging use?"' });
  await session.lookIntoProject(async (opened) => {
    const result = await opened.project.search(query, {
      ...given,
      caller: session.caller,
      signal: session.io.signal,
    });
    await session.answer(result, () =>
      renderSearchResult(result, { style: session.style, columns: session.io.out.columns, all: given.all }),
    );
    await session.notes(result.notes);
    if (result.hits.length === 0) {
      session.status = EXIT.NOTHING_OR_PARTIAL;
      await session.notes(await whyEmpty(opened, session));
    } else await recordShown(session, opened.project, "shown", result.hits, query);
  });
}

/** A search of an empty project differs from a search that found nothing. */
async function whyEmpty({ project, loci }: OpenProject, session: Session): Promise<readonly Note[]> {
  if (session.options().json || (await project.sources()).length > 0) return [];
  // Only the owner is told which projects there are.
  const others = session.caller === "owner" ? loci.projects().filter((name) => name !== project.name) : [];
  const hint =
    others.length === 0
      ? "loci index FOLDER --scope kb"
      : `loci index FOLDER --scope kb, or ask another project: --project ${others.slice(0, 5).join(", ")}`;
  return [{ code: "NOTHING_TO_INDEX", message: `the project '${project.name}' has no sources yet`, hint }];
}
