import type { PalaceEdits } from "../model/palace-edits.ts";
import { readyCorrections } from "../palace/corrections.ts";
import type { DocumentDraft } from "./document-draft.ts";

/**
 * Puts drawers that somebody moved into their rooms. Of all corrections these alone are stored with the drawers; names are worked out
 * when they are read.
 *
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
          placement: { ...one.drawer.placement, room: { value: room, by: "correction" as const, confidence: 1 } },
        },
      };
    });
    return { ...draft, drawers };
  };
}
