import { LociError } from "../../src/model/error.ts";
import type { CandidateQuery } from "../../src/storage/ports/candidates.ts";
import { holdsSequence, searchedTerms } from "../../src/storage/ports/searched-fields.ts";
import { MAX_ROWS, type MilvusRow } from "./client.ts";
import { type Collections, placesExpression } from "./collections.ts";
import { all } from "./filter.ts";
import { readBody, textNumber } from "./rows.ts";

/** Phrases and exclusions as parts of the filter. One of several words is verified in the texts of the drawers that hold all of them. */
export async function sequenceParts(
  collections: Collections,
  seen: string,
  { phrases, excluded }: Pick<CandidateQuery, "phrases" | "excluded" | "visible">,
): Promise<readonly { readonly by: string; readonly expression: string }[]> {
  const holding = async (sequence: readonly string[]): Promise<string> => {
    const numbers = [...new Set(sequence.map(textNumber))];
    if (sequence.length === 0) return "place >= 0";
    if (sequence.length === 1) return `array_contains(terms, ${numbers[0]})`;
    const rows = await collections.query(all([seen, `array_contains_all(terms, [${numbers.join(", ")}])`]), [
      "place",
      "body",
    ]);
    if (rows.length >= MAX_ROWS)
      throw new LociError("TOO_LARGE", "too many drawers hold the words of a phrase", {
        hint: "add a word to the phrase",
      });
    const places = rows.filter((row) => holdsSequence(textsOf(row), sequence)).map((row) => Number(row["place"]));
    return placesExpression(places, []);
  };
  const parts: { readonly by: string; readonly expression: string }[] = [];
  if (phrases.length > 0)
    parts.push({ by: "phrases", expression: (await Promise.all(phrases.map(holding))).join(" and ") });
  if (excluded.length > 0)
    parts.push({
      by: "excluded",
      expression: (await Promise.all(excluded.map(holding))).map((one) => `not (${one})`).join(" and "),
    });
  return parts;
}

function textsOf(row: MilvusRow): readonly (readonly string[])[] {
  return Array.from(searchedTerms(readBody(row["body"] as string).drawer), ([, terms]) => terms);
}
