import { FINITE, PREPOSITIONS, PRONOUNS, SURELY_OVER } from "../../english/word-classes.ts";
import { topicOf } from "../../english/nouns.ts";
import { tokenise } from "../../english/tokens.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";
import type { ReadClause } from "../grammar/read-message.ts";
import { valueKey } from "../lists/name-index.ts";
import { type FactView, scopesSeen } from "../router/fact-view.ts";
import { speaksOf } from "./said-later.ts";

/** A sentence that sounds like a change of something stored, and can't be read as one. */
export interface UnreadChange {
  readonly list: FactList;
  readonly sentence: string;
}

/** Most words of a sentence that is looked at. */
const MOST_WORDS = 30;
const MOST_OF_LIST = 10;
/** Most of its words that are looked for among keys. */
const MOST_TELLING = 12;
/** What is done to the order of a list alone. */
const ORDERS = /^(?:swap|switch|reorder|rerank|sort|reverse|flip)\s(?:my|our|the)\s/iu;

const DOUBT = /^(?:i|we|they|he|she)\s(?:might|may|could|should|would)\b/iu;
/** "My favorite film isn't Heat", "it's 221, not 212": what is stored is denied. */
const DENIES = /^(?:it's|it is|that's)\s.*,?\snot\s|^my\s.*\bfav.*\s(?:isn't|is not|aren't|are not)\s/iu;
/** "I'm at Globex now", "Clara is in Porto these days": what may change an employer or a home. */
const PLACED =
  /^(?:(?:I['’]m|I am)|(?<name>\p{Lu}\p{L}+)(?:['’]s| is))(?: now)? (?<where>in|at|with) \p{Lu}.*\b(?:now|these days|nowadays)\b/u;

/** The sentence of a message that sounds like a change of what is stored, and wasn't read; null where none does. */
export function unreadChange(view: FactView, clauses: readonly ReadClause[]): UnreadChange | null {
  for (const { text, mark, refusal, opened } of clauses) {
    const isRequest = opened.polite && !/^(?:let's|let us|we should)\b/iu.test(text);
    const body = text.slice(opened.at);
    if (mark === "?" || refusal !== null || DOUBT.test(text)) continue;
    const { name = "me", where } = PLACED.exec(body)?.groups ?? {};
    const placed =
      where === undefined ? null : view.list(`@${name.toLowerCase()}/${where === "in" ? "home" : "employer"}`);
    if (placed?.scope === view.scope) return { list: placed, sentence: text };
    const isOrder = ORDERS.test(body);
    const isDenied = DENIES.test(body);
    const isNewer = opened.correction || /\b(?:now|these days|nowadays)\b/iu.test(body);
    if (!isOrder && !isDenied && !isNewer && (isRequest || !SURELY_OVER.test(text))) continue;
    const words = tokenise(text)
      .filter(({ kind }) => kind === "word")
      .map(({ word }) => word.replace(/'s$/u, ""));
    if (words.length > MOST_WORDS) continue;
    const telling = words.filter(
      (word) => word.length > 2 && !PRONOUNS.has(word) && !FINITE.has(word) && !PREPOSITIONS.has(word),
    );
    const named = [...new Set(telling.map((word) => topicOf(word).key))].slice(0, MOST_TELLING);
    for (const { scope, key } of scopesSeen(view.scope).flatMap((one) => view.mentioned(one, named, valueKey(text)))) {
      const list = view.list(key);
      // Of a list that isn't named as one, much is said that changes nothing.
      const isNamed = isAttribute(key) || words.length <= MOST_OF_LIST || /\bfav/iu.test(text);
      const isMeant = (of: FactList): boolean => {
        const values = of.items.map(({ value }) => value);
        if (isOrder) return !isAttribute(key) && key.split(" ").every((word) => named.includes(word));
        if (isDenied) return values.some((value) => ` ${valueKey(text)} `.includes(` ${valueKey(value)} `));
        return speaksOf(text, { ...of, values }) && (isAttribute(key) || SURELY_OVER.test(text));
      };
      if (isNamed && list?.scope === scope && isMeant(list)) return { list, sentence: text };
    }
  }
  return null;
}
