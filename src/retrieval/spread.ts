import type { IndexReader, StoredDrawer } from "../storage/ports/search-index.ts";
import type { PreparedSearch } from "./prepare.ts";
import { behind, charged, type Ranked, type Ranking } from "./rank.ts";

/** Candidates that are spread; those behind them stay there, so that the first hits don't depend on how many are asked for. */
const SPREAD = 120;
/** What a message costs for each of its session, or a passage for each of its file, that stands before it. */
const SAME_DOCUMENT = 0.05;
/** What it costs besides for each of them that stands near it, which mostly speaks of the same. */
const NEAR = 0.1;
/** Drawers between two that are near each other, at most. */
const NEAR_DRAWERS = 3;

/**
 * The ranking of a question that asks for several things: each passage is charged (the part `spread`) for those of its document that stand
 * before it, as maximal marginal relevance does (Carbonell & Goldstein, SIGIR 1998), with places for likeness. Parts of one message count once.
 *
 * The charges were chosen on LoCoMo's development part: multi-hop, ten hits, 52.0 without; .1 and nothing for near ones 54.7; these
 * 55.4; single-hop is as it was, and BEAM gains half a point (evals/ranking.md).
 *
 * @param first how many were found at first, so that a larger pool changes nothing before them
 * @param stored takes the drawers that are read
 * @returns null when a drawer went away between the ranking and the reading
 * Cost: reads `SPREAD` drawers, some 2 ms; only for questions that ask for several things.
 */
export async function spread(
  index: IndexReader,
  ranked: Ranking,
  { visible, first }: Pick<PreparedSearch, "visible"> & { readonly first: number },
  stored: Map<string, StoredDrawer>,
): Promise<Ranking | null> {
  const size = Math.min(SPREAD, first);
  const pool = ranked.slice(0, size);
  const drawers = await index.get(
    pool.map(({ candidate }) => candidate.id),
    visible,
  );
  if (drawers.length < pool.length) return null;
  for (const one of drawers) stored.set(one.drawer.id, one);
  // Of one document there is nothing to spread over, and what stands near is what was asked for.
  if (pool.every(({ candidate }) => candidate.document === pool[0]?.candidate.document)) return ranked;
  const left = pool.map((one) => ({ one, ...placeOf(one, stored), charge: 0 }));
  const chosen: Ranked[] = [];
  const messages = new Set<string>();
  while (left.length > 0) {
    let best = 0;
    for (let i = 1; i < left.length; i++) if (worth(left[i] as Charged) > worth(left[best] as Charged)) best = i;
    const [next] = left.splice(best, 1) as [Charged];
    chosen.push(charged(next.one, "spread", -next.charge));
    if (next.message !== null && messages.has(next.message)) continue;
    if (next.message !== null) messages.add(next.message);
    for (const other of left) {
      if (other.document !== next.document || (other.message !== null && other.message === next.message)) continue;
      other.charge += SAME_DOCUMENT + (Math.abs(other.position - next.position) <= NEAR_DRAWERS ? NEAR : 0);
    }
  }
  return behind(chosen, ranked.slice(size));
}

interface Charged {
  readonly one: Ranked;
  readonly document: number;
  readonly position: number;
  readonly message: string | null;
  charge: number;
}

const worth = ({ one, charge }: Charged): number => one.score - charge;

function placeOf(
  { candidate }: Ranked,
  stored: ReadonlyMap<string, StoredDrawer>,
): Pick<Charged, "document" | "position" | "message"> {
  const { drawer, position } = stored.get(candidate.id) as StoredDrawer;
  const { document } = candidate;
  return {
    document,
    position,
    message: drawer.message === null ? null : JSON.stringify([document, drawer.message.ids]),
  };
}
