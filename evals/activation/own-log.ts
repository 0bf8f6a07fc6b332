import { seededRandom } from "../shared/report.ts";
import { DAY, type LoggedQuestion, MINUTE, START } from "./logged-question.ts";

/** A question before it has a time. */
export type Wording = Omit<LoggedQuestion, "time"> & {
  /** 0 for the first wording of a passage. */ readonly turn: number;
};

/** Reads questions.txt: a passage a line, its wordings after bars. */
export function wordings(text: string): readonly Wording[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const [path = "", ...asked] = line.split("|").map((part) => part.trim());
      return asked.map((query, turn) => ({ id: `${path}#${turn}`, query, gold: [path], turn }));
    });
}

/** How long until the same is asked for again: within the sitting, in a few days, or when it is nearly forgotten; a third each. */
const AGAIN = [
  [3 * MINUTE, 30 * MINUTE],
  [DAY, 3 * DAY],
  [5 * DAY, 14 * DAY],
] as const;

/** A log of ten days of sittings of about six questions; a further wording comes a while after the first. @param seed the same seed, the same log */
export function ownLog(asked: readonly Wording[], seed: number): readonly LoggedQuestion[] {
  const next = seededRandom(seed);
  const sittings = Array.from(
    { length: Math.ceil(asked.length / 6) },
    () => START + Math.floor(10 * next()) * DAY + 8 * next() * 60 * MINUTE,
  );
  const times = new Map<string, number>();
  return asked
    .map(({ turn, ...question }): LoggedQuestion => {
      const path = question.gold[0] as string;
      const [least, most] = AGAIN[Math.floor(next() * AGAIN.length)] as (typeof AGAIN)[number];
      const time =
        turn === 0
          ? (sittings[Math.floor(next() * sittings.length)] as number) + 20 * MINUTE * next()
          : (times.get(path) as number) + least + (most - least) * next();
      times.set(path, time);
      return { ...question, time };
    })
    .sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
}
