import { bearingOnPassage } from "../../facts/fresh/bearing.ts";
import { messageRole } from "../../model/message-role.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import type { Hit, SearchResult } from "../../operations/answers/hits.ts";
import { asksOfNow, mayRenew } from "../../retrieval/renewal.ts";
import { expectation } from "../../text/answering.ts";
import type { Search } from "../opened-project.ts";

/** First passages that are held against what was said later. */
const CHECKED = 3;
/** Words of a message that states one thing; a longer one tells more than an answer. */
const SHORT = 30;
const MESSAGES = 12;

/** A person's message that states something. */
const isStatement = ({ message, ground, text }: Hit): boolean =>
  message !== null && ground === "stated" && messageRole(message.role) === "user" && !/\?\W*$/u.test(text);

const timeOf = ({ message, date }: Hit): string => message?.time ?? date ?? "";

/**
 * What was found, with what people said later of the first passages in other words than the question's: another value in the place of theirs stands
 * before them. Looked for among all that was found, and by one search for the words of each of the first passages that is a short message.
 */
export async function withRenewed(
  search: Search,
  {
    question,
    result,
    options,
  }: { readonly question: string; readonly result: SearchResult; readonly options: SearchOptions },
): Promise<SearchResult> {
  if (!asksOfNow(question)) return result;
  const { holds, kinds } = expectation(question);
  const isNamed = kinds.some((kind) => /^(?:person|place|name|brand|proper)$/u.test(kind));
  const mayAnswer = (text: string): boolean => holds(text) || (!isNamed && /\d/u.test(text));
  let { hits, weaker } = result;
  const first = hits.slice(0, CHECKED).filter((hit) => isStatement(hit) && hit.text.split(/\s+/u).length <= SHORT);
  for (const older of first) {
    const bearing = bearingOnPassage(question, older.text);
    const more = await search(older.text, {
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
