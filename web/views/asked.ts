import type { AskEventAnswer, LociClient } from "loci/client";

type Done = Extract<AskEventAnswer, { type: "done" }>;

/** A passage that an answer may stand on. */
export type AskedPassage = Done["sources"][number];

/** A citation of an answer and what the check of it said. */
export type Cited = Done["citations"][number];

/** A question with what has come in of its answer. */
export interface Asked {
  readonly question: string;
  readonly text: string;
  /** Who answered: `facts`, `model` or `passages`; null while it isn't known. */
  readonly by: Done["by"] | null;
  readonly passages: readonly AskedPassage[];
  readonly citations: readonly Cited[];
  readonly notes: Done["notes"];
  /** More is to come. */
  readonly going: boolean;
}

/** A question that was just asked. */
export function begun(question: string): Asked {
  return { question, text: "", by: null, passages: [], citations: [], notes: [], going: true };
}

/** Asks a question; gives the state after each event. */
export async function* askQuestion(
  loci: LociClient,
  question: string,
  chat: string,
  signal: AbortSignal,
): AsyncIterable<Asked> {
  let asked = begun(question);
  const request = { question, ...(chat !== "" && { chat }) };
  for await (const event of loci.askEvents(request, { signal })) {
    asked = askStep(asked, event);
    yield asked;
  }
}

/** What is there after one more event; one that isn't known changes nothing. */
function askStep(asked: Asked, event: AskEventAnswer): Asked {
  if (event.type === "passages") return { ...asked, passages: event.passages };
  if (event.type === "delta") return { ...asked, text: asked.text + event.text };
  if (event.type !== "done") return asked;
  const { text, by, sources, citations, notes } = event;
  return { ...asked, text, by, passages: sources, citations, notes, going: false };
}
