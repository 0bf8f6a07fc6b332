import type { OpenedProject } from "../opened-project.ts";
import { documentWrite } from "../../ingest/document-write.ts";
import { embedDrafts } from "../../ingest/embed-drafts.ts";
import { type DocumentDraft, embeddedText, drawerDraft } from "../../ingest/document-draft.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { moveDrawers } from "../../ingest/move-drawers.ts";
import { LociError } from "../../model/error.ts";
import { addCorrection } from "../../palace/corrections.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { slug } from "../../text/slug.ts";
import { wholeId } from "../expand/whole-id.ts";
import { recordDeeds } from "../audit.ts";
import { underLease } from "../under-lease.ts";

/** A drawer in its new room. */
export interface MovedDrawer {
  readonly id: string;
  readonly wing: string;
  readonly room: string;
}

/** Shorter texts stand in many places ("ok"), so they are known by their id alone and not by what they say. */
const TELLING_CHARACTERS = 40;

/**
 * Puts one drawer into a room, for good: it stays there when its file is indexed again, also when the file was moved.
 *
 * @throws LociError `DRAWER_NOT_FOUND`, `USAGE` for a room without a name, `SOURCE_BUSY`
 */
export async function moveDrawer(project: OpenedProject, id: string, room: string): Promise<MovedDrawer> {
  const { catalog, keeper } = project;
  if (slug(room) === "")
    throw new LociError("USAGE", "the room has no letters or digits", { hint: "use a name such as auth-migration" });
  return await keeper.use(async (index) => {
    const whole = await wholeId(index, id, "all");
    const [found] = await index.get([whole], "all");
    const { document, drawer } = found as StoredDrawer;
    const hash = drawer.text.length >= TELLING_CHARACTERS ? contentHash(embeddedText(drawer)) : null;
    await underLease(project, leaseName("source", document.source), async (lease) => {
      const edits = await catalog.palace.change((before) => ({
        ...before,
        corrections: addCorrection(before.corrections, { kind: "move", drawer: whole, contentHash: hash, room }),
      }));
      await recordDeeds(project, [{ action: "drawer.move", object: whole }]);
      const draft = await draftOf(index, document);
      const moved = moveDrawers(edits)(draft);
      const deps = await project.ingest(index);
      const { vectors } = await embedDrafts(moved.drawers, deps.provider, deps.cache, undefined);
      await lease.confirm();
      await index.apply({ put: [documentWrite(moved, vectors)], remove: [] });
    });
    const { names } = await project.palace(index, "all");
    return { id: whole, ...names.shown({ wing: drawer.placement.wing.value, room: slug(room) }) };
  });
}

/** What is stored, as if it had just been read. */
async function draftOf(index: SearchIndex, document: StoredDrawer["document"]): Promise<DocumentDraft> {
  const stored = await index.documentDrawers(document, "all");
  return { document, drawers: stored.map(({ drawer }) => drawerDraft(drawer)) };
}
