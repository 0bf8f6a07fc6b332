import { topicOf } from "../../english/nouns.ts";
import { tokenise } from "../../english/tokens.ts";
import { attributeKey, storedKey } from "../attributes/known.ts";
import type { ReadClause } from "../grammar/read-message.ts";
import type { FactView } from "./fact-view.ts";

/** Words that say that something is no longer as it was. */
export const CHANGE = new RegExp(
  String.raw`\b(?:chang(?:e|ed|es|ing)|moved?|moving|switch(?:ed|ing)?|updated?|replaced?|renamed?|reset|` +
    String.raw`new|no longer|any ?more|instead|now|bumped|pushed|postponed|rescheduled|shifted|cancel+ed|` +
    String.raw`quit|left|sold|broke up|retired|dropped|expired|different|actually|used to|` +
    String.raw`not .{1,30} any ?more|correct(?:ed|ion)?|wrong|outdated|from now on|starting|effective|` +
    String.raw`became|becomes)\b`,
  "iu",
);
/** Most words of a message that is looked at. */
const MOST_WORDS = 30;

/** What to say of a message that looks like a change of what is stored, and wasn't read; null where it doesn't. */
export function unreadChange(view: FactView, clauses: readonly ReadClause[]): string | null {
  for (const { text, mark, refusal, opened } of clauses) {
    if (
      mark === "?" ||
      refusal !== null ||
      opened.polite ||
      !/\b(?:chang(?:ed|es)|moved|switched|updated|replaced|renamed|reset|no longer|any ?more|rescheduled|postponed|is now|are now|instead)\b/iu.test(
        text,
      )
    )
      continue;
    const words = tokenise(text)
      .filter(({ kind }) => kind === "word")
      .map(({ word }) => word.replace(/'s$/u, ""));
    if (words.length > MOST_WORDS) continue;
    const found = storedIn(view, words);
    if (found !== null)
      return (
        `That sounds like a change of ${found}, but what it is now can't be read for sure, so ` +
        `nothing was changed. Say it plainly, such as "my ${found} is …".`
      );
  }
  return null;
}

/** The stored fact of which a run of two or three words is the key; of one word where it is a person's or the project's own. */
function storedIn(view: FactView, words: readonly string[]): string | null {
  for (const length of [3, 2, 1]) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const phrase = words.slice(at, at + length);
      const before = words[at - 1] ?? "";
      if (length === 1 && !/^(?:my|our)$/u.test(before)) continue;
      const key = attributeKey(topicOf(phrase.join(" ")).key);
      for (const subject of ["me", "project"]) {
        const list = view.list(storedKey(subject, key));
        if (list !== null) return list.topic;
      }
      const ranked = /^(?:favou?rite|fav|fave)$/u.test(before) ? view.list(key) : null;
      if (ranked !== null) return `favorite ${ranked.topic}`;
    }
  }
  return null;
}
