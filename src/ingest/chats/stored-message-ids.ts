import type { SourceRun } from "../source-run.ts";

/**
 * Ids of the messages that are stored of a session, in order, one for each message: an id that was used for two stands twice, one of a message
 * that was split once.
 */
export async function storedMessageIds({ deps, source }: SourceRun, path: string): Promise<readonly string[]> {
  const drawers = await deps.index.documentDrawers({ source: source.key, path }, "all");
  let end = -1;
  return drawers.flatMap(({ drawer: { span, message } }) => {
    // The parts of a long message touch; between two messages stands an empty line.
    const goesOn = span.start === end;
    end = span.end;
    return goesOn ? [] : (message?.ids ?? []);
  });
}
