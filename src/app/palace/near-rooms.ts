import type { VisibleScopes } from "../../model/caller.ts";
import { roomNodes } from "../../palace/graph/palace-graph.ts";
import type { Step } from "../../palace/graph/traverse.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { isStopWord } from "../../text/words.ts";
import type { PalaceView } from "./palace-views.ts";

/** Drawers of a room, the newest, by which its documents are known; some 30 ms. */
const OWN = 500;
/** Its documents that are looked into, those with most of it first; each some 1 ms. */
const DOCUMENTS = 24;
/** Drawers of other rooms that speak of its subject: the best by words; some 10 ms. */
const SPEAKING = 200;
/** Share of the words of a room's name, weighed by how rare they are, that a drawer must hold to speak of it. */
const SPEAKS = 0.6;

/**
 * What joins a room to others beside wings, tunnels and links: documents and sessions in which both stand (`with:<room>`), and drawers that hold the words of
 * its name (`about:<room>`).
 *
 * strength(a, b) = Σ of what b's drawers count / √(Σ of what all count · |b|): the cosine between what has to do with a and what stands in b. In a document
 * each drawer counts a's share of that document; of those that speak of a each counts the share of the name that it holds, and each of a's own counts 1.
 * Cost: the rooms, and some 700 drawers.
 */
export async function nearRooms(
  { view, index, visible }: { readonly view: PalaceView; readonly index: SearchIndex; readonly visible: VisibleScopes },
  room: string,
): Promise<readonly Step[]> {
  const { narrow, shown } = view.names;
  const nodes = roomNodes(view.rows());
  const steps = (by: string, counted: readonly (readonly [room: string, counts: number])[], more: number): Step[] => {
    const sumOf = (some: typeof counted): number => some.reduce((sum, [, counts]) => sum + counts, 0);
    const others = [...Map.groupBy(counted, ([to]) => to)].filter(([to]) => to !== room);
    return others.map(([to, of]) => {
      const all = (sumOf(counted) + more) * (nodes.get(to)?.count ?? 1);
      return { room: to, strength: Math.min(1, sumOf(of) / Math.sqrt(all)), via: [`${by}:${room}`] };
    });
  };

  const ids = await index.recent(visible, narrow({ rooms: [room] }), OWN);
  const own = await index.get(ids, visible);
  const documents = Map.groupBy(own, ({ document: { source, path } }) => `${source}\u0000${path}`);
  const beside: (readonly [room: string, counts: number])[] = [];
  for (const [key, { length }] of [...documents].sort(([, a], [, b]) => b.length - a.length).slice(0, DOCUMENTS)) {
    const [source, path] = key.split("\u0000") as [string, string];
    const rows = await index.places(visible, { sources: [source], paths: [path] });
    const share = length / rows.reduce((sum, { count }) => sum + count, 0);
    beside.push(...rows.map((row) => [shown(row).room, row.count * share] as const));
  }

  const terms = plainTerms(indexTerms(room.replaceAll("-", " ")).filter((term) => !isStopWord(term)));
  const query = { ...PLAIN_QUERY, visible, terms, filter: { excludeIds: ids } };
  const { candidates } = await index.candidates({ ...query, pool: { lexical: SPEAKING, dense: 0 } });
  const coverage = new Map(candidates.map((one) => [one.id, one.coverage]));
  const speaking = await index.get(
    [...coverage.keys()].filter((id) => (coverage.get(id) as number) > SPEAKS).sort(),
    visible,
  );
  const about = speaking.map(({ drawer: { id, placement } }) => {
    const place = { wing: placement.wing.value, room: placement.room.value };
    return [shown(place).room, coverage.get(id) as number] as const;
  });
  return [...steps("with", beside, 0), ...steps("about", about, own.length)];
}
