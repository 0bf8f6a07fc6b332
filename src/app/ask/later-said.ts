import { answersBest } from "../../conversation/citations/passage-answer.ts";
import type { Hit } from "../../model/hit.ts";
import { messageRole } from "../../model/message-role.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import { renewalOf } from "../../retrieval/renewal.ts";
import type { Search } from "../opened-project.ts";

/** Messages that are looked at, and the most that are shown. */
const LOOKED_AT = 12;
const MOST_SHOWN = 2;
/** Answers of which later messages are looked for. */
const MOST_ANSWERS = 3;

/** What a question is answered from. */
interface Asked {
  readonly question: string;
  /** What is shown, the best first. */
  readonly hits: readonly Hit[];
  readonly options: SearchOptions;
}

/**
 * What people said later than a message that answers a question, where it speaks of the same and says that it is so from
 * now on: it goes before all others, the latest first. No other question and no document is touched.
 *
 * @returns what is shown, and ids of those that say something newer
 * Cost: one more search by words for each of the three best answers that is a person's message, until one finds something.
 */
export async function withLaterSaid(
  search: Search,
  asked: Asked,
): Promise<{ readonly hits: readonly Hit[]; readonly newer: ReadonlySet<string> }> {
  const { question, hits, options } = asked;
  const isOfNow = (options.since ?? options.until ?? options.asOf) === undefined;
  const best = isOfNow
    ? answersBest(
        hits.map((hit) => ({ ...hit, heading: hit.heading ?? "" })),
        question,
      )
    : [];
  for (const { passage, piece } of best.slice(0, MOST_ANSWERS)) {
    if (piece === null || !isSaid(passage)) continue;
    const later = await laterThan(search, asked, { hit: passage, answer: passage.text.slice(piece.start, piece.end) });
    if (later.length === 0) continue;
    const newer = new Set(later.map(({ id }) => id));
    return { hits: [...later, ...hits.filter(({ id }) => !newer.has(id))], newer };
  }
  return { hits, newer: new Set() };
}

async function laterThan(
  search: Search,
  { question, options }: Asked,
  { hit: first, answer }: { readonly hit: Hit; readonly answer: string },
): Promise<readonly Hit[]> {
  const renewal = renewalOf(question, answer);
  if (renewal === null) return [];
  const since = timeOf(first);
  const filters = { mode: "lexical", groupBy: "drawer", role: "user", limit: LOOKED_AT, since } as const;
  const { hits: found } = await search(renewal.subject, { ...options, ...filters });
  return found
    .filter((hit) => isSaid(hit) && timeOf(hit) > since && hit.id !== first.id && renewal.by(hit.text))
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

/** Whether a person said it, and doesn't only ask. */
const isSaid = ({ message, ground }: Hit): boolean =>
  message !== null && messageRole(message.role) === "user" && ground === "stated";

const timeOf = ({ message, date }: Hit): string => message?.time ?? date ?? "";
