import { open } from "node:fs/promises";
import { LociError, type Project, type SearchOptions } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";
import { errorBody } from "../shared/error-body.ts";
import { readOptions } from "../shared/read-options.ts";
import { SEARCH_OPTIONS } from "../shared/search-options.ts";
import { inputError } from "./input-error.ts";
import { readLines } from "./read-lines.ts";
import type { Session } from "./session.ts";

/**
 * Answers a question a line, an answer a line, in order, in one process. A line that can't be read or asked gets an error
 * with its number in its place, and the rest goes on; the command then ends with status 1. Accesses are not recorded: what a
 * script reads is no sign of what a person finds useful.
 *
 * @param file a path, or `-` for standard input
 * @param defaults options of every question that doesn't say otherwise
 */
export async function runBatch(session: Session, file: string, defaults: SearchOptions): Promise<void> {
  const { io } = session;
  const input = file === "-" ? io.input : (await openInput(file)).createReadStream();
  const lines = readLines(input, file);
  // A reader that waits for the next line doesn't look at the signal: taking its input away wakes it.
  io.signal.addEventListener("abort", () => input.destroy(new LociError("CANCELLED", "cancelled")), { once: true });
  await session.readProject(async ({ project, configuration }) => {
    const common = { limit: configuration.settings.recall.limit, ...defaults, caller: session.caller, signal: io.signal };
    let number = 0;
    for await (const line of lines) {
      number++;
      const answer = await answerLine(project, line, common, number);
      if ("error" in answer) session.status = EXIT.NOTHING_OR_PARTIAL;
      if (!(await session.json(answer))) return;
      if (io.signal.aborted) throw new LociError("CANCELLED", `cancelled after ${number} questions`);
    }
  });
}

/** Opened before anything else is, so that a misspelt name costs nothing. */
async function openInput(file: string): ReturnType<typeof open> {
  try {
    return await open(file);
  } catch (thrown) {
    throw inputError(thrown, file);
  }
}

async function answerLine(project: Project, line: string | LociError, common: SearchOptions, number: number): Promise<object> {
  try {
    if (line instanceof LociError) throw line;
    const { query, ...options } = readQuestion(line);
    return await project.search(query, { ...common, ...options });
  } catch (thrown) {
    if (thrown instanceof LociError && thrown.code === "CANCELLED") throw thrown;
    return { line: number, error: errorBody(thrown) };
  }
}

/** A line that is JSON is read as JSON; any other is the question as it stands, so that a list of questions need not be quoted. */
function readQuestion(line: string): SearchOptions & { readonly query: string } {
  const asked = parse(line);
  if (typeof asked === "string") return { query: checked(asked) };
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) throw notAQuestion("it is neither a string nor an object");
  const { query, ...options } = asked as Record<string, unknown>;
  if (typeof query !== "string") throw notAQuestion("its field query is not a string");
  return { query: checked(query), ...(readOptions(SEARCH_OPTIONS, options) as SearchOptions) };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Somebody meant an object; nobody asks in braces.
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
  return new LociError("USAGE", `the line is no question: ${why}`, { hint: 'write a question, "a question" or {"query": "a question", "limit": 5}' });
}
