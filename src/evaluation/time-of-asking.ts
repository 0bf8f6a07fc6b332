import type { DatasetQuery } from "./dataset.ts";
import { sessionTime } from "./session-time.ts";

/** What was said, and when. */
interface Dated {
  readonly seq?: number;
  /** As the collection writes it. */
  readonly date: string;
}

/**
 * When a question was asked: at the time of its session, or of the last one before. ISO 8601; undefined where the collection doesn't say.
 *
 * @param said in the order of `seq`, which is 0 where it is missing
 */
export function timeOfAsking(
  { asked_seq: asked }: Pick<DatasetQuery, "asked_seq">,
  said: readonly Dated[],
): string | undefined {
  const last = asked === undefined ? undefined : said.findLast(({ seq = 0 }) => seq <= asked);
  return sessionTime(last?.date ?? "") ?? undefined;
}
