import { addressesIn, harmlessLinks } from "./citations/answer-links.ts";
import { type CitableSource, QuoteGate } from "./citations/gate.ts";
import { pointsOf, withoutCitations } from "./citations/scan.ts";

/** A point of a model's list, and the words that prove it. */
export interface ProvedPoint<Source> {
  /** In one line, without its proofs; links only as the source has them. */
  readonly text: string;
  /** Of the source, verbatim. */
  readonly quote: string;
  readonly source: Source;
}

/**
 * How a model is to write points so that they can be proved.
 * @example proofRule({ point: "note", sentence: "one short sentence", source: "message" }) // 'Write one line a note: "- " and …'
 */
export function proofRule({
  point,
  sentence,
  source,
}: Readonly<Record<"point" | "sentence" | "source", string>>): string {
  return (
    `Write one line a ${point}: "- " and ${sentence} in the language of the ${source}, then its proof ` +
    `[M1 "words"]: the label of the ${source}, and at most 15 words copied from it exactly, in one ` +
    `piece. A ${point} without a proof is thrown away.`
  );
}

/**
 * The points of a model's answer whose quotes all stand in their sources; null for one that isn't proved. Pure.
 * @param longest characters of a point
 * @param proves whether a quote that the gate refuses, as too short say, proves a point all the same
 */
export function provedPoints<Source extends CitableSource>(
  answer: string,
  sources: readonly Source[],
  {
    longest,
    proves = () => false,
  }: { readonly longest: number; readonly proves?: (label: string, quote: string) => boolean },
): readonly (ProvedPoint<Source> | null)[] {
  const gate = new QuoteGate(sources);
  return pointsOf(answer).map(({ body, citations, proofs: [first, ...others] }) => {
    const source = sources.find(({ label }) => label === first?.label);
    if (source === undefined || first === undefined || first.quote === null) return null;
    const said = withoutCitations(body, citations);
    const isProved = gate
      .judgeClaim(said, [first, ...others])
      .every(({ verdict, label, quote }) => verdict === "supported" || (quote !== null && proves(label, quote)));
    const text = harmlessLinks(said.replace(/<!--|-->/g, ""), addressesIn(source.text))
      .replace(/\s+/g, " ")
      .replace(/\s+([.,;])/g, "$1")
      .trim();
    return isProved && text !== "" && text.length <= longest ? { text, quote: first.quote, source } : null;
  });
}
