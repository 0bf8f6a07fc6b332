import { BoundedCache, keeping } from "../../src/caches/bounded-cache.ts";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { contentTime, type Document, type Drawer } from "../../src/model/drawer.ts";
import { LociError } from "../../src/model/error.ts";
import { messageRole, Signal } from "../../src/model/message-role.ts";
import { inverseNormOf, type QuantisedVector } from "../../src/model/vector.ts";
import { saturation, searchedTerms } from "../../src/storage/ports/searched-fields.ts";
import type { PlaceGroup } from "../../src/storage/ports/manifest.ts";
import type { DocumentWrite, DrawerWrite } from "../../src/storage/ports/search-index.ts";

/** Positions inside a document take 20 bits of a place. */
export const MAX_POSITIONS = 2 ** 20;
/** Bytes of a text field, a limit of the server's; and terms of one drawer. */
const MAX_BYTES = 65_535;
const MAX_TERMS = 4_096;
/** Sparse dimensions are below this prime, which fits into 32 bits. */
const DIMENSIONS = 4_294_967_291;
/**
 * Mean length for the weights that are stored, in terms. A constant, so that no stored value depends on what others write; weights only choose
 * the pool, whose scores are worked out from counts and the true mean.
 */
const STORED_MEAN = 80;
/** Date of a drawer without one. */
export const NO_DATE = -1e18;
/** First letter of a body that is compressed. */
const PACKED = "~";

interface FieldCounts {
  heading: number;
  content: number;
  breadcrumb: number;
}

/** Sparse weights: two lists side by side, indices ascending. */
interface SparseWeights {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** A drawer made ready, but for the number of its document. */
interface PreparedDrawer {
  readonly id: string;
  readonly terms: ReadonlyMap<number, FieldCounts>;
  readonly components: Int8Array | null;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly words: SparseWeights;
}

/** A document made ready, with what the manifest keeps of it. */
export type PreparedDocument = ReturnType<typeof prepareDocument>;

/** The place of a drawer: its document's version and its position. */
export const placeOf = (document: number, position: number): number => document * MAX_POSITIONS + position;

/** The version that a place belongs to. */
export const documentOf = (place: number): number => Math.floor(place / MAX_POSITIONS);

/**
 * A text as a number below 2^53. Filters compare these numbers, so that nothing anybody wrote ever stands in an expression.
 * Cost: some ns a character (cyrb53).
 */
export function textNumber(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

export const dimensionOf = (term: number): number => term % DIMENSIONS;

/** Cache of term keys: most words of a text occurred in the texts before it, and a number to base 36 takes a microsecond. */
const bagKeys = new BoundedCache<number, string>(50_000);

export const bagKey = keeping((term: number) => ` ${term.toString(36)}:`, bagKeys);

/** Makes a document ready. @throws LociError `TOO_LARGE` */
export function prepareDocument({ document, drawers }: DocumentWrite) {
  if (drawers.length > MAX_POSITIONS) throw tooLarge(document, `has ${drawers.length} drawers`);
  const ids = drawers.map(({ drawer }) => drawer.id);
  let tokens = 0;
  let vectors = 0;
  let textBytes = 0;
  const prepared = drawers.map((write, position) => {
    const one = prepareDrawer(document, write, {
      before: ids[position - 1] ?? "",
      after: ids[position + 1] ?? "",
      earlier: signalsBefore(drawers, position),
    });
    tokens += one.length;
    if (write.vector !== null) vectors++;
    textBytes += Buffer.byteLength(write.drawer.text);
    return one.drawer;
  });
  return {
    entry: {
      document,
      drawers: drawers.length,
      vectors,
      tokens,
      textBytes,
      messages: drawers.some(({ drawer }) => drawer.message !== null),
      continued: drawers.filter(({ signals }) => (signals & Signal.continues) !== 0).length,
      groups: groupsOf(drawers.map(({ drawer }) => drawer)),
    },
    drawers: prepared,
  };
}

function prepareDrawer(
  document: Document,
  { drawer, vector, signals }: DrawerWrite,
  { before, after, earlier }: { readonly before: string; readonly after: string; readonly earlier: number },
): { readonly drawer: PreparedDrawer; readonly length: number } {
  const terms = new Map<number, FieldCounts>();
  let length = 0;
  for (const [field, found] of searchedTerms(drawer))
    for (const term of found) {
      const number = textNumber(term);
      let counts = terms.get(number);
      if (counts === undefined) terms.set(number, (counts = { heading: 0, content: 0, breadcrumb: 0 }));
      counts[field]++;
      length++;
    }
  if (terms.size > MAX_TERMS) throw tooLarge(document, `has a passage of ${terms.size} different words`);
  const weights = new Map<number, number>();
  let bag = "";
  for (const [term, { heading, content, breadcrumb }] of terms) {
    weights.set(dimensionOf(term), saturation(heading + content + breadcrumb, length, STORED_MEAN));
    bag += bagKey(term) + (heading === 0 && breadcrumb === 0 ? String(content) : `${heading},${content},${breadcrumb}`);
  }
  // A sparse vector must hold something; this dimension is no term's.
  if (terms.size === 0) weights.set(DIMENSIONS + 1, 1e-9);
  // In ascending order, as servers ask for, and as two lists, which the client packs in half the time that an object takes.
  const indices = [...weights.keys()].sort((a, b) => a - b);
  const words = { indices, values: indices.map((index) => weights.get(index) as number) };
  const { hall, wing, room, topicalHalls } = drawer.placement;
  const time = timeOf(drawer);
  const author = drawer.message === null ? "" : (drawer.message.author ?? drawer.message.role);
  const columns = {
    id: drawer.id,
    scope: document.scope,
    source: textNumber(document.source),
    path: textNumber(document.path),
    type: textNumber(document.documentType),
    wing: textNumber(wing.value),
    room: textNumber(room.value),
    halls: [...(hall.value === null ? [] : [hall.value]), ...topicalHalls, ...tagsOf(drawer)].map(textNumber),
    date: time ?? NO_DATE,
    terms: [...terms.keys()],
    head: JSON.stringify([length, signals, author, hall.value ?? "", time, drawer.message === null ? 0 : 1, earlier]),
    bag: bag === "" ? bag : `${bag} `,
    vector:
      vector === null
        ? ""
        : Buffer.from(vector.components.buffer, vector.components.byteOffset, vector.components.length).toString(
            "base64",
          ),
    body: packBody(document, JSON.stringify({ drawer, before, after })),
  };
  for (const field of ["head", "bag", "vector"] as const)
    if (Buffer.byteLength(columns[field]) > MAX_BYTES)
      throw tooLarge(document, `has a passage whose ${field} is too long`);
  return { drawer: { id: drawer.id, terms, components: vector?.components ?? null, columns, words }, length };
}

/** What stands beside the halls in their column, for filters: no hall's name has a colon. */
function tagsOf({ message, elementType }: Drawer): readonly string[] {
  return [elementTag(elementType), ...(message === null ? [] : [roleTag(message.role)])];
}
export const roleTag = (role: string): string => `role:${messageRole(role)}`;
export const elementTag = (type: string): string => `element:${type}`;

function signalsBefore(drawers: readonly DrawerWrite[], position: number): number {
  let start = position;
  while (start > 0 && ((drawers[start]?.signals ?? 0) & Signal.continues) !== 0) start--;
  return drawers[start - 1]?.signals ?? 0;
}

/** Content date in milliseconds, or null. */
export function timeOf({ date }: Pick<Drawer, "date">): number | null {
  const time = contentTime(date);
  return Number.isNaN(time) ? null : time;
}

function packBody(document: Document, body: string): string {
  if (Buffer.byteLength(body) <= MAX_BYTES) return body;
  const packed = PACKED + deflateRawSync(body).toString("base64");
  if (packed.length > MAX_BYTES) throw tooLarge(document, "has a passage that no field of the server holds");
  return packed;
}

export function readBody(body: string): { readonly drawer: Drawer; readonly before: string; readonly after: string } {
  const text = body.startsWith(PACKED) ? inflateRawSync(Buffer.from(body.slice(1), "base64")).toString() : body;
  return JSON.parse(text) as { drawer: Drawer; before: string; after: string };
}

export function readVector(base64: string): QuantisedVector | null {
  if (base64 === "") return null;
  const bytes = Buffer.from(base64, "base64");
  const components = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return { components, inverseNorm: inverseNormOf(components) };
}

export type Head = readonly [
  length: number,
  signals: number,
  author: string,
  hall: string,
  time: number | null,
  message: 0 | 1,
  /** Signals of the last drawer before its message in the document; 0 at the start. */
  signalsBefore: number,
];

export const bagTerms = (bag: string): readonly number[] =>
  bag
    .split(" ")
    .filter((part) => part !== "")
    .map((part) => Number.parseInt(part.slice(0, part.indexOf(":")), 36));

function groupsOf(drawers: readonly Drawer[]): readonly PlaceGroup[] {
  const groups = Map.groupBy(drawers, ({ placement: { wing, room, hall, topicalHalls } }) =>
    JSON.stringify([wing.value, room.value, hall.value ?? "", topicalHalls]),
  );
  return [...groups].map(([key, group]): PlaceGroup => {
    const [wing, room, hall, topicalHalls] = JSON.parse(key) as [string, string, string, readonly string[]];
    const times = group.map((drawer) => ({ id: drawer.id, time: timeOf(drawer) }));
    const dated = times.flatMap(({ time }) => (time === null ? [] : [new Date(time).toISOString()])).sort();
    return {
      wing,
      room,
      hall,
      topicalHalls,
      count: group.length,
      first: dated[0] ?? null,
      last: dated.at(-1) ?? null,
      newest: times.reduce((best, one) => (isNewer(one, best) ? one : best)),
    };
  });
}

/** Whether a drawer comes before another one where the newest come first. */
export function isNewer(
  a: { readonly id: string; readonly time: number | null },
  b: { readonly id: string; readonly time: number | null },
): boolean {
  if (a.time !== b.time) return (a.time ?? -Infinity) > (b.time ?? -Infinity);
  return a.id < b.id;
}

const tooLarge = ({ path }: Document, what: string): LociError =>
  new LociError("TOO_LARGE", `'${path}' ${what}, more than the Milvus engine takes`, {
    hint: "split the file, or lower chunking.max_chunk_size",
  });
