import type { DatasetDocument, DatasetQuery } from "../suites/dataset.ts";
import { sessionTime } from "../suites/session-time.ts";
import { seededRandom } from "../shared/report.ts";
import { HOUR, type LoggedQuestion, MINUTE, START } from "./logged-question.ts";

/**
 * A collection's questions in the order and at the times of a user's sittings. Where the collection says when a question was asked (RealMem), that
 * order and those days stand, a minute or two between the questions of a day. Else (LoCoMo) the order is drawn: sittings of three to eight
 * questions, one to six minutes apart, three to sixty hours between sittings.
 *
 * @param seed the same seed, the same log
 */
export function collectionLog(
  queries: readonly DatasetQuery[],
  documents: readonly DatasetDocument[],
  seed: number,
): readonly LoggedQuestion[] {
  const next = seededRandom(seed);
  const answerable = queries.filter(({ gold }) => gold.length > 0);
  const dated = answerable.every(({ asked_seq }) => asked_seq !== undefined);
  const drawn = answerable
    .map((query) => ({ query, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ query }) => query);
  const ordered = dated ? answerable.toSorted((a, b) => (a.asked_seq as number) - (b.asked_seq as number)) : drawn;
  const dayOf = new Map(documents.map(({ seq, date }) => [seq, Date.parse(sessionTime(date) ?? "")]));
  let time = START;
  let left = 0;
  return ordered.map(({ id, query, gold, asked_seq }) => {
    if (dated) time = Math.max(dayOf.get(asked_seq) ?? 0, time + MINUTE * (1 + next()));
    else if (left-- > 0) time += MINUTE * (1 + 5 * next());
    else {
      left = 2 + Math.floor(6 * next());
      time += HOUR * (3 + 57 * next());
    }
    return { id, query, gold, time };
  });
}
