import { pathToFileURL } from "node:url";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import type { DrawerSource } from "../../operations/answers/hits.ts";
import type { StoredDrawer } from "../../storage/ports/search-index.ts";
import type { ExpandDependencies } from "./expand.ts";
import { locateIn } from "./current-text.ts";
import { documentFile } from "./source-text.ts";
import { wholeId } from "./whole-id.ts";

/**
 * Where a drawer comes from: file, lines or pages, or the message and chat.
 *
 * @throws LociError `DRAWER_NOT_FOUND`
 */
export async function sourceOf(deps: ExpandDependencies, id: string, caller: Caller): Promise<DrawerSource> {
  const visible = visibleScopes(caller);
  const [stored] = await deps.index.get([await wholeId(deps.index, id, visible)], visible);
  const { drawer, document } = stored as StoredDrawer;
  const source = deps.sources.find(({ key }) => key === document.source);
  const now = source === undefined ? null : await deps.texts(source, document);
  const place = now === null ? null : locateIn(drawer, now);
  const file = source === undefined || caller !== "owner" ? null : documentFile(source, document);
  const lines = place?.lines ?? drawer.lines;
  return {
    id: drawer.id,
    source: { key: document.source, name: source?.name ?? document.source, kind: source?.kind ?? null },
    path: document.path,
    file,
    uri: file === null ? null : `${pathToFileURL(file).href}${lines === null ? "" : `#L${lines.start}`}`,
    breadcrumb: drawer.breadcrumb,
    lines,
    pages: drawer.pages,
    places: now?.state === "same" && drawer.pages !== null ? await placesOf(deps, drawer, document) : null,
    message: drawer.message,
    documentType: document.documentType,
    title: document.title,
    fresh: place !== null,
  };
}

async function placesOf(
  { placed }: ExpandDependencies,
  { span }: StoredDrawer["drawer"],
  document: StoredDrawer["document"],
): Promise<DrawerSource["places"]> {
  const lines = await placed(document, span);
  if (lines === null) return null;
  const { start } = span;
  return lines.map((line) => ({ ...line, span: { start: line.span.start - start, end: line.span.end - start } }));
}
