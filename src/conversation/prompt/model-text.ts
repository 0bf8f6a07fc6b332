import { contentHash } from "../../text/content-hash.ts";
import { type SignWord, signedNonce } from "../provenance/signed-nonce.ts";
import { chooseNonce, fence, type Fenced, type FencedText, tokens } from "./fence.ts";

/** What a model is given to read: our own words, and what is stored. */
export interface ModelText {
  /** Our own words before what is stored: counts, how sure. Nothing that somebody else wrote. */
  readonly lead?: string;
  /** Everything that a document, a chat or another caller wrote, names included. */
  readonly stored?: readonly FencedText[];
  /** Our own words behind it: what was left out, how to go on. */
  readonly tail?: string;
}

/** A rendered text, and which of the stored ones are in it. */
export interface Rendered extends Omit<Fenced, "nonce"> {
  readonly text: string;
}

/** Lines of stored names, one text without a heading. @example storedLines(["driftwood: 40 drawers"]) */
export function storedLines(lines: readonly string[]): readonly FencedText[] {
  return lines.length === 0 ? [] : [{ label: "", about: "", text: lines.join("\n") }];
}

/**
 * The one renderer of what a model reads: our words as they are, what is stored in one fence between them. The same input gives the same
 * text. Pure.
 *
 * @param sign by the home's key, so that Loci knows its own words again where a transcript brings them back
 * @param budgetTokens of all of it, by `tokenEstimate`; what is stored is cut to fit
 */
export function renderForModel(
  { lead = "", stored = [], tail = "" }: ModelText,
  sign: SignWord,
  budgetTokens = Infinity,
): Rendered {
  const ours = [lead, tail].filter((part) => part !== "").join("\n");
  const size = tokens(budgetTokens);
  const { text, labels, cut } = fence(stored, nonceFor(stored, sign), tokens(size.limit - size.measure(ours)));
  return { text: [lead, text, tail].filter((part) => part !== "").join("\n"), labels, cut };
}

/** A nonce that follows from the texts, and stands in none of them. */
function nonceFor(texts: readonly FencedText[], sign: SignWord): string {
  const all = texts.flatMap(({ label, about, text }) => [label, about, text]);
  const whole = all.join("\n");
  let salt = 0;
  return chooseNonce(all, () => {
    let letters = BigInt(`0x${contentHash(`${salt++}\n${whole}`).slice(0, 16)}`);
    let word = "";
    for (; word.length < 3; letters /= 26n) word += String.fromCharCode(97 + Number(letters % 26n));
    return signedNonce(word, sign);
  });
}
