import { LociError, type SearchOptions } from "../../index.ts";
import { checkRequest, SEARCH } from "../../model/requests/index.ts";
import { answerLines, openLines } from "./answer-lines.ts";
import type { Session } from "./session.ts";

/**
 * Answers a question a line in one process; see `answerLines`. Accesses are not recorded: what a script reads is no sign of what a person
 * finds useful.
 *
 * @param file a path, or `-` for standard input
 * @param defaults options of every question that doesn't say otherwise
 */
export async function runSearchBatch(session: Session, file: string, defaults: SearchOptions): Promise<void> {
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
function named(request: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(request)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}

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

function notAQuestion(why: string): LociError {
  return new LociError("USAGE", `the line is no question: ${why}`, {
    hint: 'write a question, "a question" or {"query": "a question", "limit": 5}',
  });
}
