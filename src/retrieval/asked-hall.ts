import type { CognitiveHall } from "../model/placement.ts";

/** Kept, since asking for a module takes longer than classifying. */
let classify: ((text: string) => { readonly hall: CognitiveHall | null }) | null = null;

/**
 * The hall that what answers a question is likely to stand in: that of the question, read as a statement ("When did we move?" is of an event).
 * Null when unsure, and for candidates of which none is a message, since only those are ranked by it.
 *
 * Cost: some 10 µs; the classifier is loaded with the first question over chats.
 */
export async function askedHall(question: string, candidates: readonly { readonly author: string }[]): Promise<CognitiveHall | null> {
  if (!candidates.some(({ author }) => author !== "")) return null;
  classify ??= (await import("../palace/halls/classify-hall.ts")).classifyHall;
  return classify(question.replace(/[?？]+\s*$/u, ".")).hall;
}
