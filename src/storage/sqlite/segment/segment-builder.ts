import { operation, step } from "../../../model/next-step.ts";
import { LociError } from "../../../model/error.ts";
import type { Scope } from "../../../model/scope.ts";
import { indexTerms } from "../../../text/terms.ts";
import type { DocumentWrite, DrawerWrite } from "../../ports/search-index.ts";
import { searchedFields } from "../../ports/searched-fields.ts";
import { ID_BYTES, writeId } from "../codec/drawer-id.ts";
import { Dictionary, stringDictionary } from "./dictionary.ts";
import { vectorsAPage } from "./parts.ts";
import type { DraftVectors, SegmentDraft, Tally } from "./segment-draft.ts";
import { TermCollector } from "./term-collector.ts";

/**
 * Builds a segment from documents of one scope, in memory. All the work on texts is done here, before a transaction begins.
 * Cost: about 60 µs a drawer of 500 characters, most of it cutting words.
 */
export class SegmentBuilder {
  readonly scope: Scope;
  private readonly terms = new TermCollector();
  private readonly starts: number[] = [0];
  private readonly documents = { source: [] as number[], type: [] as number[], textBytes: [] as number[] };
  private readonly writes: DrawerWrite[] = [];
  private readonly columns = {
    length: [] as number[],
    wing: [] as number[],
    hall: [] as number[],
    room: [] as number[],
    topics: [] as number[],
    author: [] as number[],
    signals: [] as number[],
    date: [] as number[],
  };
  private readonly dictionaries = {
    sources: stringDictionary(),
    types: stringDictionary(),
    wings: stringDictionary(),
    halls: stringDictionary(),
    rooms: stringDictionary(),
    topics: new Dictionary<readonly string[]>((set) => JSON.stringify(set)),
    authors: stringDictionary(),
  };
  private readonly tallies: Tally[] = [];

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Drawers added so far. */
  get drawers(): number {
    return this.writes.length;
  }

  /** Adds a document with at least one drawer. */
  add({ document, drawers }: DocumentWrite): void {
    let tokens = 0;
    let textBytes = 0;
    let vectors = 0;
    for (const write of drawers) {
      tokens += this.addDrawer(write);
      textBytes += Buffer.byteLength(write.drawer.text);
      if (write.vector !== null) vectors++;
    }
    this.starts.push(this.writes.length);
    this.documents.source.push(this.dictionaries.sources.code(document.source));
    this.documents.type.push(this.dictionaries.types.code(document.documentType));
    this.documents.textBytes.push(textBytes);
    this.tallies.push({ drawers: drawers.length, vectors, tokens, textBytes });
  }

  finish(): SegmentDraft {
    const ids = new Uint8Array(this.writes.length * ID_BYTES);
    this.writes.forEach(({ drawer }, i) => writeId(drawer.id, ids, i * ID_BYTES));
    const { sources, types, wings, halls, rooms, topics, authors } = this.dictionaries;
    return {
      scope: this.scope,
      columns: {
        dictionaries: {
          sources: sources.values,
          types: types.values,
          wings: wings.values,
          halls: halls.values,
          rooms: rooms.values,
          topics: topics.values,
          authors: authors.values,
        },
        starts: Uint32Array.from(this.starts),
        source: Uint32Array.from(this.documents.source),
        type: Uint32Array.from(this.documents.type),
        textBytes: Float64Array.from(this.documents.textBytes),
        length: Uint32Array.from(this.columns.length),
        wing: Uint32Array.from(this.columns.wing),
        hall: Uint32Array.from(this.columns.hall),
        room: Uint32Array.from(this.columns.room),
        topics: Uint32Array.from(this.columns.topics),
        author: Uint32Array.from(this.columns.author),
        signals: Uint32Array.from(this.columns.signals),
        date: Float64Array.from(this.columns.date),
      },
      ids,
      terms: this.terms.finish(),
      vectors: gatherVectors(this.writes),
      tallies: this.tallies,
    };
  }

  /** Adds one drawer; answers its length in terms. */
  private addDrawer(write: DrawerWrite): number {
    const ordinal = this.writes.length;
    const { drawer } = write;
    const { message, placement } = drawer;
    const fields = searchedFields(drawer);
    let length = 0;
    const collect = (field: "heading" | "content" | "breadcrumb", text: string): void => {
      const terms = indexTerms(text);
      length += terms.length;
      this.terms.add(ordinal, field, terms);
    };
    collect("heading", fields.heading);
    for (const text of fields.content) collect("content", text);
    for (const text of fields.breadcrumb) collect("breadcrumb", text);
    const { columns, dictionaries } = this;
    columns.length.push(length);
    columns.wing.push(dictionaries.wings.code(placement.wing.value));
    columns.hall.push(dictionaries.halls.code(placement.hall.value ?? ""));
    columns.room.push(dictionaries.rooms.code(placement.room.value));
    columns.topics.push(dictionaries.topics.code(placement.topicalHalls));
    columns.author.push(dictionaries.authors.code(message === null ? "" : (message.author ?? message.role)));
    columns.signals.push(write.signals);
    columns.date.push(drawer.date === null ? Number.NaN : Date.parse(drawer.date.value));
    this.writes.push(write);
    return length;
  }
}

/** The vectors side by side. @throws LociError `STORAGE_FAILED` when they differ in dimension */
function gatherVectors(writes: readonly DrawerWrite[]): DraftVectors | null {
  const dimension = writes.find(({ vector }) => vector !== null)?.vector?.components.length ?? 0;
  if (dimension === 0) return null;
  const components = new Uint8Array(writes.length * dimension);
  const inverseNorms = new Float32Array(writes.length).fill(Number.NaN);
  writes.forEach(({ vector }, i) => {
    if (vector === null) return;
    if (vector.components.length !== dimension) {
      throw new LociError(
        "STORAGE_FAILED",
        `vectors of ${dimension} and of ${vector.components.length} components in one index`,
        {
          hint: step`the embedding provider changed its dimension: run ${operation("rebuild")}`,
        },
      );
    }
    components.set(new Uint8Array(vector.components.buffer, vector.components.byteOffset, dimension), i * dimension);
    inverseNorms[i] = vector.inverseNorm;
  });
  return { dimension, inverseNorms, pages: () => cutPages(components, vectorsAPage(dimension) * dimension) };
}

function* cutPages(components: Uint8Array, bytes: number): Generator<Uint8Array> {
  for (let from = 0; from < components.length; from += bytes) yield components.subarray(from, from + bytes);
}
