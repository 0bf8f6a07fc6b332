import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Scope } from "../../../model/scope.ts";
import { writeId, escapeText, unescapeText } from "../codec/bytes.ts";
import type { Segment } from "../segment/segment.ts";
import type { SegmentSet } from "../segment/segment-set.ts";

/** Where a drawer is. */
export interface DrawerLocation {
  readonly document: number;
  readonly position: number;
  readonly scope: Scope;
}

/** Where the drawers of the last search are. */
export interface RecentLocations {
  readonly layout: number;
  /** Null for a drawer that it didn't find. */
  readonly find: (id: string) => DrawerLocation | null;
}

const HEX = /^[0-9a-f]{32}$/;

/** Finds drawers and documents by their names; inside a read transaction. */
export class DrawerLocations {
  private readonly segments: SegmentSet;
  private readonly selectDrawer: StatementSync;
  private readonly selectPath: StatementSync;
  private readonly selectNumber: StatementSync;
  private recent: RecentLocations | null = null;

  constructor(database: DatabaseSync, segments: SegmentSet) {
    this.segments = segments;
    this.selectDrawer = database.prepare(
      "SELECT document, position, scope FROM drawers JOIN documents ON documents.number = drawers.document WHERE id = ?",
    );
    this.selectPath = database.prepare("SELECT number FROM documents WHERE path = ?");
    this.selectNumber = database.prepare("SELECT path FROM documents WHERE number = ?");
  }

  /** Keeps where the drawers of a search are, until the next one: what it shows is asked for right after it. */
  remember(recent: RecentLocations): void {
    this.recent = recent;
  }

  /**
   * Null for what isn't the id of a drawer.
   *
   * @param layout of the index as it is read: what the last search found is used only while no segment has come or gone
   */
  find(id: string, layout = -1): DrawerLocation | null {
    const known = this.recent?.layout === layout ? this.recent.find(id) : null;
    if (known !== null) return known;
    if (!HEX.test(id)) return null;
    const bytes = new Uint8Array(16);
    writeId(id, bytes, 0);
    return (this.selectDrawer.get(bytes) as unknown as DrawerLocation | undefined) ?? null;
  }

  /** Ordinals of the drawers with these ids, by segment. */
  ordinals(ids: readonly string[]): ReadonlyMap<Segment, readonly number[]> {
    const found = new Map<Segment, number[]>();
    for (const id of ids) {
      const location = this.find(id);
      const located = location === null ? null : this.segments.locate(location.scope, location.document);
      if (location === null || located === null) continue;
      const { segment, index } = located;
      const ordinal = (segment.columns().starts[index] as number) + location.position;
      const list = found.get(segment);
      if (list === undefined) found.set(segment, [ordinal]);
      else list.push(ordinal);
    }
    return found;
  }

  /** Path of the document with this number; empty when there is none. */
  pathOf(number: number): string {
    const found = this.selectNumber.get(number) as { path: string } | undefined;
    return found === undefined ? "" : unescapeText(found.path);
  }

  /** Numbers of the documents with these paths, of any source. */
  documentsByPath(paths: readonly string[]): readonly number[] {
    return paths.flatMap((path) =>
      (this.selectPath.all(escapeText(path)) as { number: number }[]).map(({ number }) => number),
    );
  }
}
