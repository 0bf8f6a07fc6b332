import type { Correction } from "../../operations/answers/palace.ts";
import type { OpenedProject } from "../opened-project.ts";
import { documentWrite, embedDrafts } from "../../ingest/embed-drafts.ts";
import { type DocumentDraft, embeddedText, drawerDraft } from "../../ingest/document-draft.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { moveDrawers } from "../../ingest/follow-moves.ts";
import { LociError } from "../../model/error.ts";
import type { PalaceEdits, Placement } from "../../model/drawer.ts";
import { addCorrection, corrected, undone } from "../../palace/corrections.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { slug } from "../../text/slug.ts";
import { wholeId } from "../expand/expand.ts";
import { recordAudit } from "../audit.ts";
import { correctAlone, underLease } from "../exclusive.ts";
import { presentName } from "./palace-views.ts";

/** Shorter texts stand in many places ("ok"), so they are known by their id alone and not by what they say. */
const TELLING_CHARACTERS = 40;

/**
 * Puts one drawer into a room, for good: it stays there when its file is indexed again, also when the file was moved.
 * @throws LociError `DRAWER_NOT_FOUND`, `USAGE` for a room without a name, `SOURCE_BUSY`
 */
export async function moveDrawer(
  project: OpenedProject,
  { id, room }: { readonly id: string; readonly room: string },
): Promise<Correction> {
  const { catalog } = project;
  return await correctAlone(project, async (index) => {
    const whole = await wholeId(index, id, "all");
    const [found] = await index.get([whole], "all");
    const { document, drawer } = found as StoredDrawer;
    const view = await project.palace(index, "all");
    const { room: leads } = view.names.shown({ wing: drawer.placement.wing.value, room: slug(room) });
    presentName(view, { kind: "room", name: slug(room), leads });
    const hash = drawer.text.length >= TELLING_CHARACTERS ? contentHash(embeddedText(drawer)) : null;
    const placed = drawer.placement.room;
    await replace(project, { index, document }, async () => {
      const edits = await catalog.palace.change((before) =>
        corrected(before, addCorrection(before.corrections, { kind: "move", drawer: whole, contentHash: hash, room }), {
          kind: "move drawer",
          from: placed.value,
          to: slug(room),
          wing: null,
          drawer: whole,
          placed,
        }),
      );
      await recordAudit(project, [{ action: "drawer.move", object: whole }]);
      return moveDrawers(edits);
    });
    const { names } = await project.palace(index, "all");
    return { id: whole, ...names.shown({ wing: drawer.placement.wing.value, room: slug(room) }) };
  });
}

/**
 * Takes back the last call that merged or renamed rooms, moved a drawer, or named a wing; asked again, the one before. A drawer that is gone
 * meanwhile has nothing to be put back.
 * @param expected the names of the call that is meant: another one that came between isn't undone; or the drawer whose last move is meant
 * @throws LociError `USAGE` where there is nothing to undo, or another call than the expected one was the last, `SOURCE_BUSY`
 */
export async function undoCorrection(
  project: OpenedProject,
  expected: { readonly [name in "from" | "to" | "id"]?: string | undefined },
): Promise<Correction> {
  const { catalog } = project;
  return await correctAlone(project, async (index) => {
    const moved = expected.id === undefined ? null : await wholeId(index, expected.id, "all");
    const last = undone((await catalog.palace.read()).edits, moved);
    if (last === null)
      throw new LociError("USAGE", "there is no correction to undo", {
        hint: "the last fifty merges, renames and moves are kept, and each is undone once",
      });
    const { kind, from, to, wing, drawer, placed } = last.record;
    if ((expected.from ?? from) !== from || (expected.to ?? to) !== to)
      throw new LociError("USAGE", `the last correction is another one: ${from} → ${to}`, {
        hint: "undo without names takes that back",
      });
    const takeBack = async (): Promise<PalaceEdits> => {
      const edits = await catalog.palace.change((before) => undone(before, moved)?.edits ?? before);
      await recordAudit(project, [{ action: "correction.undo", object: drawer ?? from, details: { kind } }]);
      return edits;
    };
    const [stored] = drawer === null ? [] : await index.get([drawer], "all");
    if (stored === undefined || placed === null) await takeBack();
    else
      await replace(project, { index, document: stored.document }, async () => {
        // An earlier move applies again, if there was one.
        const move = moveDrawers(await takeBack());
        return (draft) => move(withRoom(draft, stored.drawer.id, placed));
      });
    const { names } = await project.palace(index, "all");
    const shownRoom =
      stored === undefined ? from : names.shown({ wing: stored.drawer.placement.wing.value, room: from }).room;
    return { undone: kind, from: shownRoom, to, wing, id: drawer, left: last.edits.deeds?.length ?? 0 };
  });
}

/**
 * Changes the corrections, and places the drawers of a document anew by them, while nobody else indexes its source.
 * @param change of the corrections. @returns what places by them
 */
async function replace(
  project: OpenedProject,
  { index, document }: { readonly index: SearchIndex; readonly document: StoredDrawer["document"] },
  change: () => Promise<(draft: DocumentDraft) => DocumentDraft>,
): Promise<void> {
  await underLease(project, leaseName("source", document.source), async (lease) => {
    const place = await change();
    const placed = place(await draftOf(index, document));
    const deps = await project.ingest(index);
    const { vectors } = await embedDrafts(placed.drawers, deps, undefined);
    await lease.confirm();
    await index.apply({ put: [documentWrite(placed, vectors)], remove: [] });
  });
}

const withRoom = (draft: DocumentDraft, id: string, room: Placement["room"]): DocumentDraft => ({
  ...draft,
  drawers: draft.drawers.map((one) =>
    one.drawer.id === id ? { ...one, drawer: { ...one.drawer, placement: { ...one.drawer.placement, room } } } : one,
  ),
});

/** The stored document, in the form of a freshly read one. */
async function draftOf(index: SearchIndex, document: StoredDrawer["document"]): Promise<DocumentDraft> {
  const stored = await index.documentDrawers(document, "all");
  return { document, drawers: stored.map(({ drawer }) => drawerDraft(drawer)) };
}
