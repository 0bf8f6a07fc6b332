import { LociError } from "../../index.ts";
import { errorBody } from "../shared/error-body.ts";
import { EXIT } from "../shared/error-table.ts";
import type { Session } from "./session.ts";

/**
 * Answers each line with a line of JSON, in order. A line that can't be read or answered gets an error with its line number instead, and processing
 * continues; the command then ends with status 1. Ends early when the reader closes the output.
 *
 * @param lines as `openLines` gives them
 * @param answer throws what is wrong with a line
 * @throws LociError `CANCELLED`
 */
export async function answerLines(
  session: Session,
  lines: AsyncIterable<string | LociError>,
  answer: (line: string) => Promise<object>,
): Promise<void> {
  let number = 0;
  for await (const line of lines) {
    number++;
    const answered = await answerOrError(line, number, answer);
    if ("error" in answered) session.status = EXIT.NOTHING_OR_PARTIAL;
    if (!(await session.json(answered))) return;
    if (session.io.signal.aborted) throw new LociError("CANCELLED", `cancelled after ${number} lines`);
  }
}

async function answerOrError(
  line: string | LociError,
  number: number,
  answer: (line: string) => Promise<object>,
): Promise<object> {
  try {
    if (line instanceof LociError) throw line;
    return await answer(line);
  } catch (thrown) {
    if (thrown instanceof LociError && thrown.code === "CANCELLED") throw thrown;
    return { line: number, error: errorBody(thrown) };
  }
}
