import { emptyProjectNote, LociError, type Note, type SearchOptions } from "../../../index.ts";
import { checkRequest, SEARCH, text, without } from "../../../model/requests/index.ts";
import { answerLines, openLines } from "../answer-lines.ts";
import { type Opened, projectCommand } from "../project-command.ts";
import { renderSearchResult } from "../render/hits.ts";
import { helpOf } from "../request-flags.ts";
import { recordShown, requireWords, type Session } from "../session.ts";

const { query: QUERY, ...REST } = SEARCH;
/** What a person asks for at a prompt; programs have the rest, in the library and over HTTP, and in the lines of a batch. */
const OPTIONS = without(REST, ["role", "fusion", "minScore", "groupBy", "excludeIds", "excludeChats", "passage"]);

/** `loci search QUERY` */
export const command = projectCommand({
  examples: [
    ['loci search "which port does staging use?"', "ask a question"],
    ["loci search '\"connection refused\" -docker' --since 2026-01-01", "a phrase, without a word, since a day"],
    ["loci search deploy room:release --explain", "a filter inside the question; why each hit stands where it does"],
    ["loci search --batch questions.txt > answers.jsonl", "a question a line, an answer a line"],
  ],
  description: "Find the passages that answer a question, by words and by meaning. Nothing found ends with status 1.",
  takes: [["[query...]", `${helpOf(QUERY)}; several words are one question`]],
  flags: {
    ...OPTIONS,
    batch: text(
      4_096,
      'Many questions, one a line (- for standard input): plain text, a JSON string, or {"query": …, "limit": …}; one answer a line, in order',
      { value: "file" },
    ),
  },
  instead(session, { batch, ...given }, [words]: readonly [readonly string[]]) {
    if (batch === undefined) return null;
    if (words.length === 0) return runSearchBatch(session, batch, given);
    throw new LociError("USAGE", "--batch brings its own questions", { hint: "leave out the question" });
  },
  opens: "looks",
  async ask({ project, caller, signal }, { batch: _none, ...given }, [words]: readonly [readonly string[]]) {
    const query = words.join(" ");
    requireWords(query, "a question", 'loci search "which port does staging use?"');
    return await project.search(query, { ...given, caller, signal });
  },
  text: (result, style, { flags: { all } }) => renderSearchResult(result, { style, all }),
  failed: ({ hits }) => hits.length === 0,
  async after({ hits, notes, covered }, opened) {
    const [words] = opened.words as readonly [readonly string[]];
    if (hits.length === 0 && notes.every(({ code }) => code !== "FACT_STORED"))
      await opened.session.notes(await whyEmpty(opened, opened.session));
    await recordShown(opened, { kind: "shown", drawers: hits, query: words.join(" "), covered });
  },
});

/** A search of an empty project differs from a search that found nothing. */
export async function whyEmpty(
  { project, loci }: Pick<Opened, "project" | "loci">,
  session: Session,
): Promise<readonly Note[]> {
  if (session.options().json || (await project.sources()).length > 0) return [];
  // Only the owner is told which projects there are, and of one that isn't there he was told when it was opened.
  const others = session.caller === "owner" ? emptyProjectNote(loci.home, project.name, "person") : [];
  if (others.length > 0) return loci.projects().includes(project.name) ? others : [];
  const message = `the project '${project.name}' has no sources yet`;
  return [{ code: "NOTHING_TO_INDEX", message, hint: "loci index FOLDER --scope kb" }];
}

/**
 * Answers a question a line in one process; see `answerLines`. Accesses are not recorded: what a script reads is no sign of what a person
 * finds useful.
 * @param file a path, or `-` for standard input
 * @param defaults options of every question that doesn't say otherwise
 */
async function runSearchBatch(session: Session, file: string, defaults: SearchOptions): Promise<void> {
  const lines = await openLines(session.io, file);
  await session.lookIntoProject(async ({ project }) => {
    const common = { ...defaults, caller: session.caller, signal: session.io.signal };
    await answerLines(session, lines, async (line) => {
      const { query, ...options } = readQuestion(line);
      return await project.search(query, { ...common, ...options });
    });
  });
}

/** A line that is JSON is read as JSON; any other is the question as it stands, so that a list of questions need not be quoted. A number is one too: 404. */
function readQuestion(line: string): SearchOptions & { readonly query: string } {
  const request = parse(line);
  if (typeof request === "string") return { query: checked(request) };
  if (typeof request === "number") return { query: line.trim() };
  if (typeof request !== "object" || request === null || Array.isArray(request))
    throw notAQuestion("it is neither a string nor an object");
  if (typeof (request as { query?: unknown }).query !== "string") throw notAQuestion("its field query is not a string");
  const { query, ...options } = checkRequest(SEARCH, named(request));
  return { query: checked(query), ...options };
}

/** Names may be written `asOf`, `as_of` or `as-of`, and null says as little as nothing: lines come from other programs. */
const named = (request: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(request)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A line in braces is meant as an object.
    if (line.trimStart().startsWith("{")) throw notAQuestion("it is not JSON");
    return line;
  }
}

/** As the command without a batch has it. */
function checked(query: string): string {
  if (query.trim() === "") throw notAQuestion("it is empty");
  return query;
}

const notAQuestion = (why: string): LociError =>
  new LociError("USAGE", `the line is no question: ${why}`, {
    hint: 'write a question, "a question" or {"query": "a question", "limit": 5}',
  });
