import { FINITE, NEWER, OVER, PREPOSITIONS, PRONOUNS } from "../../english/word-classes.ts";
import { topicOf } from "../../english/nouns.ts";
import { tokenise } from "../../english/tokens.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { isAttribute } from "../grammar/attribute-keys.ts";
import type { ReadClause } from "../grammar/read-message.ts";
import { valueKey } from "../lists/name-index.ts";
import { type FactView, scopesSeen } from "../router/fact-view.ts";
import { spokenFact } from "./said-later.ts";
import { bearingOn } from "../../freshness/bearing.ts";
import { FORMER } from "../../freshness/cues.ts";

/** A sentence that sounds like a change of something stored, and can't be read as one. */
export interface UnreadChange {
  readonly list: FactList;
  readonly sentence: string;
}

/** Most words of a message that is looked at. */
const MOST_WORDS = 30;
/** Most of its words that are looked for among keys. */
const MOST_TELLING = 12;
/** What is done to the order of a list alone. */
const ORDERS = /^(?:swap|switch|reorder|rerank|sort|reverse|flip)\s(?:my|our|the)\s/iu;
/** "I'm at Globex now", "Clara is in Porto these days": what may change an employer or a home. */
const PLACED =
  /^(?:(?:I['’]m|I am)|(?<name>\p{Lu}\p{L}+)(?:['’]s| is))(?: now)? (?<where>in|at|with) \p{Lu}.*\b(?:now|these days|nowadays)\b/u;

/** What of a message sounds like a change of what is stored, and wasn't read; null where nothing does. */
export function unreadChange(view: FactView, clauses: readonly ReadClause[]): UnreadChange | null {
  const told = clauses.filter(({ refusal }) => refusal !== "others_words" && refusal !== "hedged");
  const isRequest = told.some(({ text, opened }) => opened.polite && !/^(?:let's|let us|we should)\b/iu.test(text));
  for (const { text, opened } of told) {
    const { name = "me", where } = PLACED.exec(text.slice(opened.at))?.groups ?? {};
    const placed =
      where === undefined ? null : view.list(`@${name.toLowerCase()}/${where === "in" ? "home" : "employer"}`);
    if (placed?.scope === view.scope) return { list: placed, sentence: text };
  }
  const text = [...new Set(told.map(({ sentence }) => sentence))].join(" ");
  const isOrder = told.some(({ text: one, opened }) => ORDERS.test(one.slice(opened.at)));
  const isNewer =
    told.some(({ opened }) => opened.correction) || NEWER.test(text) || OVER.test(text) || FORMER.test(text);
  const words = tokenise(text)
    .filter(({ kind }) => kind === "word")
    .map(({ word }) => word.replace(/'s$/u, ""));
  if (!(isOrder || isNewer) || words.length > MOST_WORDS) return null;
  const telling = words.filter(
    (word) => word.length > 2 && !PRONOUNS.has(word) && !FINITE.has(word) && !PREPOSITIONS.has(word),
  );
  const named = [...new Set(telling.map((word) => topicOf(word).key))].slice(0, MOST_TELLING);
  for (const { scope, key } of scopesSeen(view.scope).flatMap((one) => view.mentioned(one, named, valueKey(text)))) {
    const list = view.list(key);
    if (list?.scope !== scope) continue;
    if (isOrder && !isAttribute(key) && key.split(" ").every((word) => named.includes(word)))
      return { list, sentence: text };
    const values = list.items.map(({ value }) => value);
    const bearing = bearingOn(spokenFact(list, values, view.changes(key)))({ text });
    if (bearing !== null && (bearing.as === "renews" || (bearing.as === "ends" && !isRequest)))
      return { list, sentence: bearing.sentence };
  }
  return null;
}
