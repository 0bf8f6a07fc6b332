import { bearingOnPassage } from "../../facts/fresh/bearing.ts";
import { messageRole } from "../../model/message-role.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import type { Hit, SearchResult } from "../../operations/answers/hits.ts";
import { asksOfNow, mayRenew } from "../../retrieval/renewal.ts";
import { MAX_OPERATOR_WORDS } from "../../retrieval/analyse/analyse-question.ts";
import { parseQuerySyntax } from "../../retrieval/analyse/query-syntax.ts";
import { expectation } from "../../text/answering.ts";
import { isStopWord, words } from "../../text/words.ts";
import type { Search } from "../opened-project.ts";

/** First passages that are held against what was said later. */
const CHECKED = 3;
/** Words of a message that states one thing; a longer one tells more than an answer. */
const SHORT = 30;
const MESSAGES = 12;
/** Characters of a first passage that are searched for: what it says stands there, whatever long code it holds. */
const MOST_SOUGHT = 400;

/** A person's message that states something. */
const isStatement = ({ message, ground, text }: Hit): boolean =>
  message !== null && ground === "stated" && messageRole(message.role) === "user" && !/\?\W*$/u.test(text);

const timeOf = ({ message, date }: Hit): string => message?.time ?? date ?? "";

/**
 * A question for what was said in the words of a passage, within what the question itself leaves out or asks for alone; short enough that this is read
 * as such. What looks like a sign of a question in the stored text (`source:x`, `-y`, `NOT z`) asks for nothing.
 */
function soughtLike(text: string, question: string): string {
  const { free, phrases, excluded, fields } = parseQuerySyntax(question);
  const signs = [
    ...fields.map(({ field, value }) => `${field}:"${value}"`),
    ...phrases.map((phrase) => `"${phrase}"`),
    ...excluded.map((one) => `-"${one}"`),
  ];
  const limits = words(free).length > MAX_OPERATOR_WORDS ? "" : signs.join(" ");
  const sought = words(text.slice(0, MOST_SOUGHT)).map(({ text: word }) => word.toLowerCase());
  if (limits === "") return sought.join(" ");
  const telling = sought.filter((word) => !isStopWord(word));
  return `${telling.slice(0, Math.max(0, MAX_OPERATOR_WORDS - words(limits).length)).join(" ")} ${limits}`;
}

/**
 * What was found, with what people said later of the first passages in other words than the question's: another value in the place of theirs stands
 * before them. Looked for among all that was found, and by one search for the words of each of the first passages that is a short message.
 */
export async function withRenewed(
  search: Search,
  asked: { readonly question: string; readonly result: SearchResult; readonly options: SearchOptions },
): Promise<SearchResult> {
  const { question, result, options } = asked;
  if (!asksOfNow(question)) return result;
  const { holds, kinds } = expectation(question);
  const isNamed = kinds.some((kind) => /^(?:person|place|name|brand|proper)$/u.test(kind));
  const mayAnswer = (text: string): boolean => holds(text) || (!isNamed && /\d/u.test(text));
  let { hits, weaker } = result;
  const first = hits.slice(0, CHECKED).filter((hit) => isStatement(hit) && hit.text.split(/\s+/u).length <= SHORT);
  for (const older of first) {
    const bearing = bearingOnPassage(question, older.text);
    const more = await search(soughtLike(older.text, question), {
      ...options,
      mode: "lexical",
      groupBy: "drawer",
      role: "user",
      limit: MESSAGES,
      since: timeOf(older),
    });
    const after = [...hits, ...more.hits.filter(({ id }) => !hits.some((one) => one.id === id))].filter(
      (hit) =>
        isStatement(hit) &&
        timeOf(hit) > timeOf(older) &&
        mayRenew(older.scope, hit.scope) &&
        (mayAnswer(hit.text) || !holds(older.text)),
    );
    const said = after.map((hit) => ({ hit, as: bearing({ text: hit.text })?.as ?? "may" }));
    const newest = ["renews", "ends"]
      .map((as) => said.filter((one) => one.as === as).toSorted((a, b) => (timeOf(a.hit) < timeOf(b.hit) ? 1 : -1)))
      .find((some) => some.length > 0)?.[0]?.hit;
    if (newest === undefined) continue;
    const isShown = hits.slice(0, weaker).some(({ id }) => id === newest.id);
    const at = hits.findIndex(({ id }) => id === older.id);
    const rest = hits.map((hit) =>
      hit.id === older.id ? { ...hit, later: { id: newest.id, date: newest.date } } : hit,
    );
    hits = [...rest.slice(0, at), newest, ...rest.slice(at)].filter(
      (hit, i, all) => all.findIndex(({ id }) => id === hit.id) === i,
    );
    weaker = Math.max(weaker, at + 1) + (isShown ? 0 : 1);
  }
  return { ...result, hits, weaker };
}
