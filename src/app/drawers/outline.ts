import type { Asked, ONE_DRAWER } from "../../model/requests/index.ts";
import type { Outline, OutlineEntry } from "../../operations/answers/palace.ts";
import type { OpenedProject } from "../opened-project.ts";
import { visibleScopes } from "../../model/caller.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import { wholeName } from "../../text/part-name.ts";
import { wholeId } from "../expand/expand.ts";
import { linksTo } from "../palace/links-between-notes.ts";

/** Entries and links at most: a longer outline is no help. */
const MAX_ENTRIES = 2_000;
const MAX_LINKS = 100;
const TITLE_CHARACTERS = 80;

/**
 * The outline of a drawer's document: its headings; pages where it has no headings; of a chat, what people said. With the links of other notes
 * that lead to it.
 *
 * @throws LociError `DRAWER_NOT_FOUND`
 * Cost: reads the document's drawers; of Markdown also what `linkedRoomsOf` reads.
 */
export async function outline(
  project: Pick<OpenedProject, "indexHandle" | "palace">,
  { id, caller }: Asked<typeof ONE_DRAWER>,
): Promise<Outline> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const [target] = await index.get([await wholeId(index, id, visible)], visible);
    const { document, position } = target as StoredDrawer;
    const drawers = await index.documentDrawers(document, visible);
    const isChat = drawers.some(({ drawer }) => drawer.message !== null);
    const headings = isChat ? [] : headingsOf(drawers);
    const pages = isChat || headings.length > 1 ? [] : pagesOf(drawers);
    const [kind, entries] = isChat
      ? (["message", messagesOf(drawers)] as const)
      : pages.length > 1
        ? (["page", pages] as const)
        : (["heading", headings] as const);
    const { title, path, documentType } = document;
    const links =
      documentType === "md"
        ? await linksTo(document, { view: await project.palace(index, visible), index, visible })
        : [];
    return {
      title,
      path,
      kind,
      entries: entries.slice(0, MAX_ENTRIES),
      size: drawers.length,
      position,
      links: links.slice(0, MAX_LINKS),
    };
  });
}

function headingsOf(drawers: readonly StoredDrawer[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let last = "";
  for (const { drawer, position } of drawers) {
    const names = drawer.breadcrumb.map(wholeName);
    const key = names.join("\u0000");
    if (key === last || names.length === 0) continue;
    last = key;
    entries.push({ id: drawer.id, title: names.at(-1) as string, level: names.length, position });
  }
  return entries;
}

function pagesOf(drawers: readonly StoredDrawer[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let last = 0;
  for (const { drawer, position } of drawers) {
    if (drawer.pages === null || drawer.pages.start <= last) continue;
    last = drawer.pages.start;
    entries.push({ id: drawer.id, title: `Page ${last}`, level: 1, position });
  }
  return entries;
}

function messagesOf(drawers: readonly StoredDrawer[]): readonly OutlineEntry[] {
  const userMessages = drawers.filter(({ drawer }) => drawer.message?.role === "user");
  // A long message is several drawers; the outline names it once.
  const first = userMessages.filter(
    ({ drawer }, i) => drawer.message?.ids[0] !== userMessages[i - 1]?.drawer.message?.ids[0],
  );
  return first.map(({ drawer, position }) => ({
    id: drawer.id,
    title: drawer.text.trim().replaceAll(/\s+/g, " ").slice(0, TITLE_CHARACTERS),
    level: 1,
    position,
  }));
}
