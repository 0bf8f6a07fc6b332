import { readFileSync, rmSync } from "node:fs";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { plainText } from "../../parsing/decode.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { Caller } from "../../model/caller.ts";
import type { Source } from "../../model/source.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { recordAudit } from "../audit.ts";
import { removeSource } from "../documents/remove-source.ts";
import { underLease } from "../exclusive.ts";
import { documentFile } from "../expand/current-text.ts";
import type { OpenedProject } from "../opened-project.ts";
import type { ErasedDrawer } from "./erase-drawers.ts";

/** Files whose text is what their drawers' spans count, so that a passage can be cut out. */
const CUT: ReadonlySet<string> = new Set(["md", "txt"]);

/** Whether a drawer stands in a file of the project's own: piped and handed-over documents, summaries. */
export function isInOwnFile(
  { folder }: Pick<OpenedProject, "folder">,
  source: Source | undefined,
  { document }: StoredDrawer,
): source is Source {
  return source !== undefined && isInside(source.root, folder.root) && document.documentType !== "chat";
}

/** Whether the file of such a drawer goes whole, since a passage can't be cut out of what isn't text, such as a PDF. */
export function goesWhole({ document }: StoredDrawer): boolean {
  return !CUT.has(document.documentType);
}

/**
 * Takes drawers out of the project's own files, and out of the index.
 *
 * @returns all drawers that went
 */
export async function eraseInOwnFiles(
  project: OpenedProject,
  index: SearchIndex,
  { drawers, caller }: { readonly drawers: readonly StoredDrawer[]; readonly caller: Caller },
): Promise<readonly ErasedDrawer[]> {
  const erased: ErasedDrawer[] = [];
  const sources = new Map((await project.catalog.sources.list()).map((source) => [source.key, source]));
  const places = Map.groupBy(drawers, ({ document }) => {
    const source = sources.get(document.source);
    return source === undefined ? "" : `${source.key}\0${documentFile(source, document)}`;
  });
  for (const [place, own] of places) {
    const source = sources.get(own[0]?.document.source ?? "");
    if (source === undefined) continue;
    const file = place.slice(source.key.length + 1);
    const erase = own.some(goesWhole) ? eraseWhole : erasePassages;
    erased.push(...(await erase({ project, index, source, file }, own)));
  }
  await project.catalog.accesses.forget(erased.map(({ id }) => id));
  await recordAudit(
    project,
    erased.map(({ id }) => ({ caller, action: "drawer.forget", object: id })),
  );
  return erased;
}

interface Place {
  readonly project: OpenedProject;
  readonly index: SearchIndex;
  readonly source: Source;
  /** Absolute. */
  readonly file: string;
}

async function eraseWhole(
  { project, index, source, file }: Place,
  drawers: readonly StoredDrawer[],
): Promise<readonly ErasedDrawer[]> {
  const paths = new Set(drawers.map(({ document }) => document.path));
  const all = await Promise.all([...paths].map((path) => index.documentDrawers({ source: source.key, path }, "all")));
  if (source.kind === "folder") {
    await underLease(project, leaseName("source", source.key), async () => rmSync(file, { force: true }));
    await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  } else await removeSource(project, source.key);
  return all.flat().map(({ drawer }) => ({ id: drawer.id, text: drawer.text, file }));
}

async function erasePassages(place: Place, drawers: readonly StoredDrawer[]): Promise<readonly ErasedDrawer[]> {
  const { project, index, source, file } = place;
  const read = await plainText(readFileSync(file));
  // Where the file is no text any more, none of its words can be left standing.
  if ("refused" in read) return await eraseWhole(place, drawers);
  const { text } = read;
  const spans = drawers.flatMap(({ drawer }) => {
    const isThere = text.slice(drawer.span.start, drawer.span.end) === drawer.text;
    const start = isThere ? drawer.span.start : text.indexOf(drawer.text);
    return start < 0 ? [] : [{ drawer, start, end: start + drawer.text.length }];
  });
  const left = without(text, spans);
  if (left.trim() === "" && source.kind !== "folder") await removeSource(project, source.key);
  else {
    await underLease(project, leaseName("source", source.key), () => writeFileAtomically(file, left));
    await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  }
  return spans.map(({ drawer }) => ({ id: drawer.id, text: drawer.text, file }));
}

/** A text without some of its parts, which may overlap. */
function without(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let left = "";
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start > at) left += text.slice(at, start);
    at = Math.max(at, end);
  }
  return left + text.slice(at);
}
