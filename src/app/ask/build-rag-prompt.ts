import { randomBytes } from "node:crypto";
import { type PromptPassage, type RagPrompt, ragPrompt } from "../../conversation/prompt/ask-prompt.ts";

/** How a prompt is built. */
export interface RagPromptOptions {
  /** Instead of the base instruction; the rules for citations and fences are added to it. */
  readonly instruction?: string;
  /** Characters of passages at most; 24,000 by default. */
  readonly maxCharacters?: number;
}

const newNonce = (): string => randomBytes(8).toString("hex");

/**
 * The prompt for a model of your own: stored passages fenced as data, in the user's message. Check its answer with `judgeAnswer(answer, sources)`.
 *
 * @param drawers hits of a search, in the order in which they are to be labelled `M1`, `M2`, …
 * @example
 * const { hits } = await project.search(question);
 * const { system, user, sources } = buildRagPrompt(question, hits);
 * const answer = await myModel(system, user);
 * judgeAnswer(answer, sources).every(({ verdict }) => verdict === "supported");
 */
export function buildRagPrompt(
  question: string,
  drawers: readonly PromptPassage[],
  options: RagPromptOptions = {},
): RagPrompt {
  return ragPrompt({ ...options, question, passages: drawers, newNonce });
}
