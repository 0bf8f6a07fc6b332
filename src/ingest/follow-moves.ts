import type { PalaceEdits } from "../model/drawer.ts";
import { addCorrection, removeCorrection, renameDrawer, readyCorrections } from "../palace/corrections.ts";
import type { PalaceStore } from "../storage/ports/catalog.ts";
import type { SearchIndex, StoredDrawer } from "../storage/ports/search-index.ts";
import { fold, words } from "../text/words.ts";
import type { DocumentDraft, DrawerDraft } from "./document-draft.ts";

/** Share of their words that a passage and its edited form have in common, at least; less is another passage. */
const SAME_PASSAGE = 0.5;

/**
 * `moveDrawers` for documents that change: a drawer that somebody put into a room stays there when its text is edited, which gives it another id. The
 * correction is written down anew for that id.
 * @returns what does so for a draft; the draft itself where nothing was moved
 * Cost: nothing without moves; with any, the stored drawers of each changed document are read.
 */
export function followMoves(
  index: Pick<SearchIndex, "documentDrawers">,
  palace: Pick<PalaceStore, "change">,
  edits: PalaceEdits,
): (draft: DocumentDraft) => Promise<DocumentDraft> {
  let move = moveDrawers(edits);
  if (!edits.corrections.some(({ kind }) => kind === "move")) return async (draft) => draft;
  return async (draft) => {
    const { source, path } = draft.document;
    const stored = await index.documentDrawers({ source, path }, "all");
    const edited = successors(stored, draft.drawers);
    if (edited.length > 0) move = moveDrawers(await palace.change((before) => edited.reduce(written, before)));
    return move(draft);
  };
}

interface Successor {
  readonly before: string;
  readonly after: DrawerDraft;
  readonly room: string;
}

/** Of each moved drawer that is gone, the new one that is most like it. */
function successors(stored: readonly StoredDrawer[], drafts: readonly DrawerDraft[]): readonly Successor[] {
  const kept = new Set(drafts.map(({ drawer }) => drawer.id));
  const old = new Set(stored.map(({ drawer }) => drawer.id));
  const missing = stored.filter(({ drawer }) => drawer.placement.room.by === "correction" && !kept.has(drawer.id));
  const free = new Set(missing.length === 0 ? [] : drafts.filter(({ drawer }) => !old.has(drawer.id)));
  return missing.flatMap(({ drawer }): Successor[] => {
    const text = wordsOf(drawer.text);
    let best: DrawerDraft | null = null;
    let most = SAME_PASSAGE;
    for (const one of free) {
      const share = common(text, wordsOf(one.drawer.text));
      if (share > most || (share === most && best === null)) [best, most] = [one, share];
    }
    if (best === null) return [];
    free.delete(best);
    return [{ before: drawer.id, after: best, room: drawer.placement.room.value }];
  });
}

function written(edits: PalaceEdits, { before, after, room }: Successor): PalaceEdits {
  const old = edits.corrections.find((one) => one.kind === "move" && one.drawer === before);
  const others = old === undefined ? edits.corrections : removeCorrection(edits.corrections, old);
  return {
    ...edits,
    corrections: addCorrection(others, {
      kind: "move",
      drawer: after.drawer.id,
      contentHash: after.embeddingHash,
      room,
    }),
    ...(edits.deeds !== undefined && {
      deeds: renameDrawer(edits.deeds, before, { id: after.drawer.id, contentHash: after.embeddingHash }),
    }),
  };
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(words(text).map((word) => fold(word.text)));

/** Dice's coefficient; 0 for two texts without words. */
function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size);
}

/**
 * Puts drawers that somebody moved into their rooms. Of all corrections these alone are stored with the drawers; names are worked out
 * when they are read.
 * @returns what does so for a draft; the draft itself where none of its drawers was moved
 */
export function moveDrawers({ corrections }: PalaceEdits): (draft: DocumentDraft) => DocumentDraft {
  const moves = corrections.filter(({ kind }) => kind === "move");
  if (moves.length === 0) return (draft) => draft;
  const { moved } = readyCorrections(moves);
  return (draft) => {
    const rooms = draft.drawers.map(({ drawer, embeddingHash }) =>
      moved({ id: drawer.id, contentHash: embeddingHash }),
    );
    if (rooms.every((room) => room === null)) return draft;
    const drawers = draft.drawers.map((one, i) => {
      const room = rooms[i] ?? null;
      if (room === null) return one;
      return {
        ...one,
        drawer: {
          ...one.drawer,
          placement: { ...one.drawer.placement, room: { value: room, by: "correction" as const } },
        },
      };
    });
    return { ...draft, drawers };
  };
}
