import type { Drawer } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import { parseScope, type Scope } from "../../model/caller.ts";
import type { Source } from "../../model/source.ts";
import { unescapeText, type FilePlace, type FoundDrawer, readDrawers } from "../../palace/drawer-file.ts";
import { contentHash } from "../../text/content-hash.ts";
import { type DocumentDraft, type DrawerDraft, cutExactly, drawerDraft, drawerIdentifier } from "../document-draft.ts";
import type { PlaceDrawers } from "../../palace/place.ts";
import type { IngestSettings } from "../fingerprint.ts";

/** A file of drawers that were added by hand. */
export interface ManualFile {
  /** Relative to the source, `<wing>/<room>.md`. */
  readonly path: string;
  readonly place: FilePlace;
  readonly text: string;
  /** Left out where only ids are asked for. */
  readonly contentHash?: string;
  readonly bytes?: number;
  readonly modifiedAt?: number;
  /** Where `text` is the end of a large file alone: what stands before it. */
  readonly behind?: Behind | undefined;
}

export interface Behind {
  /** Drawers, a multiple of `GROUP_DRAWERS`. */
  readonly drawers: number;
  /** Characters, unescaped. */
  readonly length: number;
  /** Bytes. */
  readonly from: number;
  /** Ids of drawers there that say what one of the last group says. */
  readonly ids: ReadonlySet<string>;
}

/** So many drawers of a file, counted from its beginning, are one document a scope: what is added to a large file changes its last ones alone. */
export const GROUP_DRAWERS = 64;

export interface ManualContext {
  readonly source: Pick<Source, "key" | "name">;
  readonly settings: IngestSettings;
  readonly place: PlaceDrawers;
}

export interface ManualDocuments {
  /** One a group and scope, in that order. */
  readonly drafts: readonly DocumentDraft[];
  /** The drawer of the file that a drawer of the index, by id, is or is a part of. */
  readonly found: ReadonlyMap<string, FoundDrawer>;
  /** Drawers that could not be taken: by line, and why. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

interface Group {
  readonly path: string;
  readonly scope: Scope;
  readonly drawers: readonly PlacedDrawer[];
  /** Of all that the group holds, of every scope, and of where it stands; of a file that is one group, its own. */
  readonly contentHash: string;
  readonly isLast: boolean;
}

/** A drawer and where its body begins, in unescaped characters of the file. */
interface PlacedDrawer {
  readonly one: FoundDrawer;
  readonly start: number;
}

/**
 * The drawers of a file as documents: each drawer that stands between markers is one drawer of the index (several where it is over the
 * size), in the wing and room that the file's place says. A drawer without a valid scope is refused: nobody's guess decides who may see it. Pure.
 */
export function manualDocuments(file: ManualFile, context: ManualContext): ManualDocuments {
  const { groups, refused } = groupsOf(file);
  const found = new Map<string, FoundDrawer>();
  // Drawers that came from another project keep the ids that they had there.
  const identifiers = new Map<string, ReturnType<typeof drawerIdentifier>>();
  const identify = (born: string, scope: Scope, text: string) => {
    const path = `${file.path}#${scope}`;
    const key = `${path}#${born}`;
    const known = identifiers.get(key) ?? drawerIdentifier(born, path);
    identifiers.set(key, known);
    let identity = known([titleOf(file)], text);
    while (file.behind?.ids.has(identity.id) === true) identity = known([titleOf(file)], text);
    return identity;
  };
  return { drafts: groups.map((group) => documentOf(file, group, { ...context, identify, found })), found, refused };
}

export const manualHashes = (file: Omit<ManualFile, "place">): ReadonlyMap<string, string> =>
  new Map(groupsOf(file).groups.map(({ path, contentHash }) => [path, contentHash]));

function groupsOf(
  file: Omit<ManualFile, "place">,
): Pick<ManualDocuments, "refused"> & { readonly groups: readonly Group[] } {
  const { text, behind = { drawers: 0, length: 0 } } = file;
  const refused: { line: number; reason: string }[] = [];
  const groups: Group[] = [];
  let [read, start] = [0, behind.length];
  // Escaping only adds characters inside of lines, and a body begins with one, so what comes before has its own length without them.
  const all = readDrawers(text).map((one): PlacedDrawer => {
    start += unescapeText(text.slice(read, one.body.start)).length;
    read = one.body.start;
    return { one, start };
  });
  const isOne = behind.drawers + all.length <= GROUP_DRAWERS;
  for (let from = 0; from < all.length; from += GROUP_DRAWERS) {
    const drawers = all.slice(from, from + GROUP_DRAWERS);
    const [first, last] = [drawers[0] as PlacedDrawer, drawers.at(-1) as PlacedDrawer];
    const said = (): string => contentHash(`${first.start} ${text.slice(first.one.block.start, last.one.block.end)}`);
    const hash = isOne ? (file.contentHash ?? "") : said();
    const number = (behind.drawers + from) / GROUP_DRAWERS + 1;
    const byScope = new Map<Scope, PlacedDrawer[]>();
    for (const placed of drawers) {
      const { one } = placed;
      if (one.superseded !== null || one.text.trim() === "") continue;
      const scope = scopeOf(one);
      if (scope === null)
        refused.push({
          line: one.lines.start - 1,
          reason:
            one.scope === ""
              ? "no scope: write scope=kb, scope=admin or scope=user:<id> into the marker"
              : "its scope is none of kb, admin, user:<id>",
        });
      else byScope.set(scope, [...(byScope.get(scope) ?? []), placed]);
    }
    for (const scope of [...byScope.keys()].sort())
      groups.push({
        path: `${file.path}#${scope}${number === 1 ? "" : `#${number}`}`,
        scope,
        drawers: byScope.get(scope) as PlacedDrawer[],
        contentHash: hash,
        isLast: from + GROUP_DRAWERS >= all.length,
      });
  }
  return { groups, refused };
}

const titleOf = ({ place }: ManualFile): string => place.room.replaceAll("-", " ");

function documentOf(
  file: ManualFile,
  group: Group,
  given: ManualContext & {
    readonly identify: (born: string, scope: Scope, text: string) => ReturnType<ReturnType<typeof drawerIdentifier>>;
    readonly found: Map<string, FoundDrawer>;
  },
): DocumentDraft {
  const { source, settings, place, identify, found } = given;
  const { path, scope } = group;
  const title = titleOf(file);
  const breadcrumb = [title];
  const drafts = group.drawers.flatMap(({ one, start }): readonly DrawerDraft[] => {
    const pieces = cutExactly(one.text, settings.chunking.maxChunkSize);
    const placements = place({
      path: `${file.path}#${scope}`,
      documentType: "md",
      title,
      metadata: {},
      explicit: { ...file.place, hall: one.hall },
      configuredWing: null,
      project: null,
      chat: null,
      sourceName: source.name,
      drawers: pieces.map(({ text }) => ({ text, heading: title, breadcrumb, speaker: null })),
    });
    return pieces.map((piece, i) => {
      const span = { start: start + piece.start, end: start + piece.start + piece.text.length };
      const identity = identify(one.born ?? source.key, scope, piece.text);
      found.set(identity.id, one);
      const drawer: Drawer = {
        id: identity.id,
        text: piece.text,
        caption: null,
        heading: title,
        headingLevel: 1,
        breadcrumb,
        names: [],
        elementType: "paragraph",
        span,
        // A line would tell how much stands above it, and that may be somebody else's.
        lines: null,
        pages: null,
        message: null,
        placement: placements[i] as (typeof placements)[number],
        date: dateOf(one.date) ?? dateOf(one.added),
      };
      return drawerDraft(drawer, identity.contentHash);
    });
  });
  // The file's size and time stand with its last group: of the others they would change with each addition.
  const { bytes = 0, modifiedAt = 0 } = group.isLast ? file : {};
  return {
    document: {
      source: source.key,
      path,
      scope,
      documentType: "md",
      title,
      contentHash: group.contentHash,
      bytes,
      modifiedAt,
    },
    drawers: drafts,
  };
}

const dateOf = (text: string | undefined): Drawer["date"] =>
  text === undefined || Number.isNaN(Date.parse(text)) ? null : { value: text, by: "document" };

function scopeOf({ scope }: FoundDrawer): Scope | null {
  try {
    return parseScope(scope);
  } catch (thrown) {
    if (thrown instanceof LociError) return null;
    throw thrown;
  }
}

/**
 * The file of a document of drawers added by hand. The document's path is the file's, `<wing>/<room>.md`, then the scope, since one file may hold
 * drawers of several, then the number of the group from the second on.
 * @example manualFile("driftwood/auth.md#kb#2") // "driftwood/auth.md"
 */
export const manualFile = (path: string): string => path.slice(0, path.indexOf("#"));
