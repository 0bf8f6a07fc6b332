import type { Caller, Loci } from "../../src/index.ts";

/** What a reader asks for: names of things that exist for others, and of things that exist for the caller. */
export interface LeakTargets {
  /** The project that is asked. */
  readonly project: string;
  /** A folder of it, below the folder that the data folder stands in: what can be asked from a folder is asked from there, and names no project. */
  readonly folder?: string;
  /** Words that only hidden passages hold; they stand in questions. */
  readonly baits: readonly string[];
  /** Names of hidden wings, rooms, sources and chats. */
  readonly names: readonly string[];
  /** Ids of hidden drawers. */
  readonly hiddenIds: readonly string[];
  /** Ids of drawers that the caller may see, in documents that stand among hidden ones. */
  readonly visibleIds: readonly string[];
  /** Topics of hidden lists. */
  readonly topics: readonly string[];
}

/** One thing that was asked, and everything that came back, as text. */
export interface LeakAnswer {
  readonly request: string;
  readonly answer: string;
}

/** One way to read a project: the library, HTTP, MCP, … */
export interface LeakReader {
  readonly name: string;
  /** Opens the way; `ask` reads everything that can be read by it. Must ask the same, in the same order, for the same targets, and change nothing. */
  open(
    loci: Loci,
  ): Promise<{ ask(caller: Caller, targets: LeakTargets): Promise<readonly LeakAnswer[]>; close(): Promise<void> }>;
}

/**
 * An answer as text that can be compared: without times taken, which differ from call to call.
 *
 * @param work what is asked; an error is an answer too
 */
export async function leakAnswer(request: string, work: () => Promise<unknown>): Promise<LeakAnswer> {
  let answer: unknown;
  try {
    answer = await work();
  } catch (thrown) {
    const { code, message, hint, details } = thrown as {
      code?: unknown;
      message?: unknown;
      hint?: unknown;
      details?: unknown;
    };
    answer = { error: { code, message, hint, details } };
  }
  return {
    request,
    answer:
      JSON.stringify(answer, (key, value: unknown) => (key === "timings" || key === "seconds" ? undefined : value)) ??
      "",
  };
}
