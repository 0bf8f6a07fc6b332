import { answersBest } from "../../conversation/citations/passage-answer.ts";
import type { Hit } from "../../operations/answers/hits.ts";
import { messageRole } from "../../model/message-role.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import { renewalOf } from "../../retrieval/renewal.ts";
import type { Search } from "../opened-project.ts";

/** Messages that are looked at, and the most that are shown. */
const LOOKED_AT = 12;
const MOST_SHOWN = 2;
/** Answers of which later messages are looked for. */
const MOST_ANSWERS = 3;

/**
 * What people said later than a message that answers a question, where it speaks of the same and says that it is so from
 * now on: it goes before all others, the latest first. No other question and no document is touched.
 *
 * @param hits what is shown, the best first
 * @returns what is shown, and ids of those that say something newer
 * Cost: one more search by words for each of the three best answers that is a person's message, until one finds something.
 */
export async function withLaterSaid(
  search: Search,
  question: string,
  { hits, options }: { readonly hits: readonly Hit[]; readonly options: SearchOptions },
): Promise<{ readonly hits: readonly Hit[]; readonly newer: ReadonlySet<string> }> {
  const isOfNow = (options.since ?? options.until ?? options.asOf) === undefined;
  const headed = hits.map((hit) => ({ ...hit, heading: headingOf(hit) }));
  const best = isOfNow ? answersBest(headed, question).slice(0, MOST_ANSWERS) : [];
  for (const { passage: first, piece } of best) {
    if (piece === null || !isSaid(first)) continue;
    const renewal = renewalOf(question, first.text.slice(piece.start, piece.end));
    if (renewal === null) continue;
    const since = timeOf(first);
    const filters = { mode: "lexical", groupBy: "drawer", role: "user", limit: LOOKED_AT, since } as const;
    const found = await search(renewal.subject, { ...options, ...filters });
    const later = found.hits
      .filter((hit) => isSaid(hit) && timeOf(hit) > since && hit.id !== first.id)
      .filter(({ text, message }) => renewal.by(text, message?.chat ?? ""))
      .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
      .slice(0, MOST_SHOWN);
    if (later.length === 0) continue;
    const newer = new Set(later.map(({ id }) => id));
    return { hits: [...later, ...hits.filter(({ id }) => !newer.has(id))], newer };
  }
  return { hits, newer: new Set() };
}

/** All that a passage stands under, which says what it is about: its headings, or its chat. */
export const headingOf = ({ title, breadcrumb, message }: Hit): string =>
  [title, ...breadcrumb, message?.chat ?? ""].join(" ");

/** Whether a person said it, and doesn't only ask. */
const isSaid = ({ message, ground }: Hit): boolean =>
  message !== null && messageRole(message.role) === "user" && ground === "stated";

const timeOf = ({ message, date }: Hit): string => message?.time ?? date ?? "";
