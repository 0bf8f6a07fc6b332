import type { AskEventAnswer, LociClient } from "loci/client";

type Done = Extract<AskEventAnswer, { type: "done" }>;

/** A passage that an answer may stand on. */
export type AskedPassage = Done["sources"][number];

/** A citation of an answer and what the check of it said. */
export type Cited = Done["citations"][number];

/** A question with what has come in of its answer. */
export interface AskTurn {
  readonly question: string;
  readonly text: string;
  /** Who answered: `facts`, `model` or `passages`; null while it isn't known. */
  readonly by: Done["by"] | null;
  /** Whether what is stored answers it; what comes closest is quoted word for word, which proves nothing. */
  readonly covered: boolean;
  readonly passages: readonly AskedPassage[];
  readonly citations: readonly Cited[];
  readonly notes: Done["notes"];
  /** Another question is answered first. */
  readonly isWaiting: boolean;
  /** More is to come. */
  readonly isRunning: boolean;
}

/** A question that was just asked. */
export function begun(question: string): AskTurn {
  return {
    question,
    text: "",
    by: null,
    covered: false,
    passages: [],
    citations: [],
    notes: [],
    isWaiting: true,
    isRunning: true,
  };
}

/** Asks a question; gives the state after each event. */
export async function* askQuestion(
  loci: LociClient,
  question: string,
  chat: string,
  signal: AbortSignal,
): AsyncIterable<AskTurn> {
  let turn = { ...begun(question), isWaiting: false };
  yield turn;
  const request = { question, ...(chat !== "" && { chat }) };
  for await (const event of loci.askEvents(request, { signal })) {
    turn = askStep(turn, event);
    yield turn;
  }
}

/** The state after one more event; an unknown event changes nothing. */
function askStep(turn: AskTurn, event: AskEventAnswer): AskTurn {
  if (event.type === "passages") return { ...turn, passages: event.passages };
  if (event.type === "delta") return { ...turn, text: turn.text + event.text };
  if (event.type !== "done") return turn;
  const { text, by, covered, sources, citations, notes } = event;
  return { ...turn, text, by, covered, passages: sources, citations, notes, isRunning: false };
}
