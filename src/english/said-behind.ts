import { CLOSED } from "./adverbials.ts";

/** What says why, what no longer holds, or that a list goes on: it states nothing beside a value. */
const NO_STATEMENT = new RegExp(
  String.raw`^(?:(?:simply|just|mostly|mainly)\s+)?(?:because|cause|cuz|coz|cos|bc|thanks to|due to|since|(?:and )?not|` +
    String.raw`instead of|rather than|(?:(?:up|down|away) )?from|as of|(?:it )?was|previously|formerly)\b|^(?:many |some )others$|^so on$`,
  "iu",
);
/** Longest text of which closing adverbials are taken off; a longer one is no adverbial. */
const MOST_CLOSING = 400;

/**
 * What a sentence says behind the values that it states, without the word that joins it: "is due on the 3rd" of "The rent
 * is 980 euros and is due on the 3rd". Empty where only adverbials, a reason or a single word stands there.
 * @param values slices of the text
 */
export function saidBehind(text: string, values: readonly string[]): string {
  // A list stands in the order of the text or turned round, so that its last value is at one of its ends.
  const end = Math.max(lastEnd(text, values[0] ?? ""), lastEnd(text, values.at(-1) ?? ""));
  let behind = end > 0 ? text.slice(end) : "";
  for (let before = ""; behind !== before && behind.length <= MOST_CLOSING;) {
    before = behind;
    behind = behind.replace(CLOSED, "");
  }
  const said = behind
    .replace(/^[^\p{L}\p{N}]+(?:(?:and|but|plus|while|whereas|yet)\s+)?/iu, "")
    .replace(/[\s,;:)\]}"”*_`]+$/u, "");
  return /\S\s+\S/u.test(said) && !NO_STATEMENT.test(said) ? said : "";
}

/** Where the last mention of a value ends as words of their own; 0 where it isn't in the text as it is written. */
function lastEnd(text: string, value: string): number {
  let at = value === "" ? -1 : text.lastIndexOf(value);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1) + text.charAt(at + value.length)))
    at = text.lastIndexOf(value, at - 1);
  return at < 0 ? 0 : at + value.length;
}
