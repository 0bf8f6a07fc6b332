import { FINITE, NEWER, OVER, PREPOSITIONS, PRONOUNS } from "../../english/word-classes.ts";
import { topicOf } from "../../english/nouns.ts";
import { tokenise } from "../../english/tokens.ts";
import { isDate } from "../../english/value-type.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";
import { isAttribute, isSecretFact } from "../grammar/attribute-keys.ts";
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

/** A token with a figure, without the signs that end a clause. */
const WITH_FIGURE = /\S*\d\S*?(?=[,.!?;:]*(?:\s|$))/gu;

/** What may be the code in a sentence that sounds like a change of a secret. */
export const codesIn = (sentence: string): readonly string[] =>
  Array.from(sentence.matchAll(WITH_FIGURE), ([code]) => code).filter((code) => isTelling(code) && !isDate(code));

/** Whether a secret is told by itself: a plain word and a year stand in sentences that say nothing of it. */
export function isTelling(value: string): boolean {
  const signs = value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (/\d/u.test(value)) return signs >= 4 && !/^(?:19|20)\d\d$/u.test(value);
  return signs >= 4 && (/\S[^\p{L}\s'’-]\S/u.test(value) || value.split(/\s+/u).length >= 4);
}

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
  const isNewer = told.some(({ opened }) => opened.correction) || [NEWER, OVER, FORMER].some((cue) => cue.test(text));
  const words = tokenise(text).flatMap(({ kind, word }) => (kind === "word" ? [word.replace(/'s$/u, "")] : []));
  if (!(isOrder || isNewer) || words.length > MOST_WORDS) return null;
  const telling = words.filter(
    (one) => one.length > 2 && ![PRONOUNS, FINITE, PREPOSITIONS].some((all) => all.has(one)),
  );
  const named = [...new Set(telling.map((word) => topicOf(word).key))].slice(0, MOST_TELLING);
  for (const { scope, key } of scopesSeen(view.scope).flatMap((one) => view.mentioned(one, named, valueKey(text)))) {
    const list = view.list(key);
    if (list?.scope !== scope) continue;
    if (isOrder && !isAttribute(key) && key.split(" ").every((word) => named.includes(word)))
      return { list, sentence: text };
    const values = list.items.map(({ value }) => value);
    const { as, sentence = "" } = bearingOn(spokenFact(list, values, view.changes(key)))({ text }) ?? {};
    // A code beside what may change a secret is taken for the new one: in clear it would stand in the chat.
    if (as === "renews" || (as === "ends" ? !isRequest : isSecretFact(key, values) && codesIn(sentence).length > 0))
      return { list, sentence };
  }
  return null;
}
