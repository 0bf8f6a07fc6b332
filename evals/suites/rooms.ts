import { joinRooms, roomName } from "../../src/index.ts";
import { type LineFormat, readCases } from "./read-cases.ts";
import type { SuiteOptions } from "./suite.ts";

/** Two headings, and whether they name one concept. */
interface Pair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

/** How well rooms that mean the same are told from those that don't. Figures from 0 to 1. */
export interface RoomsReport {
  readonly suite: "rooms";
  readonly data: { readonly name: string; readonly hash: string };
  readonly counts: { readonly pairs: number; readonly same: number; readonly missed: number; readonly joined: number };
  readonly accuracy: number;
  /** Of the pairs said to be the same, those that are; of those that are, the ones found. */
  readonly precision: number;
  readonly recall: number;
  readonly commit: string;
  readonly failures?: readonly Pair[];
}

/** Whether two headings lead to one room, as the palace names rooms and joins them when it is read. */
export function sameRoom(a: string, b: string): boolean {
  const [one, other] = [roomName(a), roomName(b)];
  if (one === null || other === null) return false;
  return one === other || joinRooms([one, other].map((room) => ({ room, count: 1 }))).size > 0;
}

/** Do two headings name one concept? @throws LociError `DATA_NOT_FOUND` */
export async function evaluateRooms(options: SuiteOptions): Promise<RoomsReport> {
  const { cases, data } = readCases(options.data, PAIR);
  const judged = cases.map((pair) => ({ pair, same: sameRoom(pair.a, pair.b) }));
  const wrong = judged.filter(({ pair, same }) => pair.same !== same);
  const missed = wrong.filter(({ pair }) => pair.same).length;
  const same = cases.filter((pair) => pair.same).length;
  const found = same - missed;
  const joinedCount = judged.filter(({ same }) => same).length;
  return {
    suite: "rooms",
    data,
    counts: { pairs: cases.length, same, missed, joined: wrong.length - missed },
    accuracy: share(cases.length - wrong.length, cases.length),
    precision: share(found, joinedCount),
    recall: share(found, same),
    commit: options.commit,
    ...(options.failures && { failures: wrong.map(({ pair: { a, b, same } }) => ({ a, b, same })) }),
  };
}

const PAIR: LineFormat<Pair> = {
  read: ({ a, b, same }) =>
    typeof a === "string" && typeof b === "string" && typeof same === "boolean" ? { a, b, same } : null,
  expected: '{ "a", "b", "same": true | false }',
};

function share(part: number, of: number): number {
  return of === 0 ? 0 : Math.round((10_000 * part) / of) / 10_000;
}
