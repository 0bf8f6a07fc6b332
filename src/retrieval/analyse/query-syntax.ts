/** Names that may stand before a colon in a question, and the part of the filter that each sets. */
const FIELDS = ["wing", "room", "hall", "source", "type", "before", "after"] as const;

export type QueryField = (typeof FIELDS)[number];

/** A question taken apart: what is searched freely, and what was asked for explicitly. */
export interface QuerySyntax {
  /** The question without exclusions and field filters; quoted phrases stay in it, without their quotes. */
  readonly free: string;
  /** Texts between double quotes. */
  readonly phrases: readonly string[];
  /** Words after a minus sign, and quoted texts after one. */
  readonly excluded: readonly string[];
  readonly fields: readonly { readonly field: QueryField; readonly value: string }[];
}

// A minus sign or a field name counts only at the start or after a space, so `well-known` and `http://x` are words.
const TOKEN = new RegExp(
  String.raw`(^|\s)(?:-"([^"\n]+)"|-([\p{L}\p{N}_][^\s"]*)|(${FIELDS.join("|")}):(?:"([^"\n]+)"|([^\s"]+)))(?=\s|$)|"([^"\n]+)"|[“]([^”\n]+)[”]`,
  "gu",
);

/**
 * Reads the little language of a question: `"exact phrase"`, `-word`, `-"a phrase"`, and `field:value` for wing, room,
 * hall, source, type, before and after. Anything else is searched as it stands. Never throws; linear in the length.
 *
 * @example parseQuerySyntax('tea -green wing:kai "gold tips"').phrases // ["gold tips"]
 */
export function parseQuerySyntax(question: string): QuerySyntax {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const fields: { field: QueryField; value: string }[] = [];
  const free = question.replace(TOKEN, (_whole, space, notPhrase, notWord, field, quotedValue, value, phrase, curly) => {
    if (notPhrase !== undefined || notWord !== undefined) {
      excluded.push(notPhrase ?? notWord);
      return space;
    }
    if (field !== undefined) {
      fields.push({ field, value: quotedValue ?? value });
      return space;
    }
    phrases.push(phrase ?? curly);
    return phrase ?? curly;
  });
  return { free: free.trim(), phrases, excluded, fields };
}
