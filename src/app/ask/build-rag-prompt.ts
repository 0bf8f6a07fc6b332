import { createHash, randomBytes } from "node:crypto";
import { type PromptPassage, type RagPrompt, ragPrompt } from "../../conversation/prompt/ask-prompt.ts";
import { chooseNonce, fence, type Fenced, type FencedText } from "../../conversation/prompt/fence.ts";

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

/**
 * One stored text between marks that it can't forge, the same each time that it is shown: the nonce is made from the text, which can't hold the hash of
 * itself.
 *
 * @param label how it is cited, `M1`
 */
export function fenceDrawer(text: string, label: string): string {
  let salt = 0;
  const stable = (): string => createHash("sha256").update(`${salt++}\n${text}`).digest("hex").slice(0, 12);
  return fence([{ label, about: "", text }], chooseNonce([text], stable)).text.trimEnd();
}

/**
 * Puts stored texts between marks that none of them can forge: for whatever shows stored text to a model.
 *
 * @param limit characters at most; what doesn't fit is cut inside its fence
 */
export function fenceTexts(texts: readonly FencedText[], limit?: number): Fenced {
  const nonce = chooseNonce(
    texts.flatMap(({ text, about }) => [text, about]),
    newNonce,
  );
  return fence(texts, nonce, limit);
}
