import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { rewritten } from "../../ingest/chats/cut-chat.ts";
import { jsonlMessage } from "../../ingest/chats/read-jsonl.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { Caller } from "../../model/caller.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { recordAudit } from "../audit.ts";
import { removeSource } from "../documents/remove-source.ts";
import { underLease } from "../exclusive.ts";
import { documentFile } from "../expand/source-text.ts";
import type { OpenedProject } from "../opened-project.ts";
import type { ErasedDrawer } from "./erase-drawers.ts";
import { ForgottenTexts } from "./forgotten-texts.ts";

/** Files whose text is what their drawers' spans count, so that a passage can be cut out. */
const CUT: ReadonlySet<string> = new Set(["md", "txt"]);

/** Whether a drawer stands in a file of the project's own that can be rewritten: what hooks recorded, piped and handed-over texts, summaries. */
export function isInOwnFile(
  { folder }: Pick<OpenedProject, "folder">,
  source: Source | undefined,
  { document }: StoredDrawer,
): source is Source {
  if (source === undefined || !isInside(source.root, folder.root)) return false;
  return source.kind === "chat" ? isInside(source.root, folder.recorded) : CUT.has(document.documentType);
}

/** Does something while none of the agents records whose sessions these drawers stand in. */
export async function whileNobodyRecords<T>(
  project: OpenedProject,
  sources: readonly Source[],
  work: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = [...new Set(sources.map(({ root }) => basename(root)))].sort();
  if (first === undefined) return await work();
  const rest = sources.filter(({ root }) => others.includes(basename(root)));
  return await underLease(project, `record-${first}`, () => whileNobodyRecords(project, rest, work));
}

/**
 * Takes drawers out of the project's own files, and out of the index: a message whole, of a text the passage. What was recorded is remembered as forgotten
 * first, so that no transcript brings it back.
 *
 * @returns all drawers that went
 */
export async function eraseInOwnFiles(
  project: OpenedProject,
  index: SearchIndex,
  drawers: readonly StoredDrawer[],
  caller: Caller,
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
    // One file after the other: a note says of one at a time that it gets shorter on purpose.
    if (source.kind === "chat") erased.push(...(await eraseRecorded({ project, index, source, file }, own)));
    else erased.push(...(await erasePassages({ project, index, source, file }, own)));
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

async function eraseRecorded(place: Place, drawers: readonly StoredDrawer[]): Promise<readonly ErasedDrawer[]> {
  const { project, index, source, file } = place;
  const ids = new Set(drawers.flatMap(({ drawer }) => drawer.message?.ids ?? []));
  const erased: ErasedDrawer[] = [];
  for (const path of new Set(drawers.map(({ document }) => document.path)))
    for (const { drawer } of await index.documentDrawers({ source: source.key, path }, "all"))
      if (drawer.message?.ids.some((id) => ids.has(id)) === true)
        erased.push({ id: drawer.id, text: drawer.text, file });
  const before = readFileSync(file, "utf8");
  const [going, staying] = split(before.split("\n"), ids);
  new ForgottenTexts(project.folder.root).add(going);
  const after = staying.join("\n");
  await project.catalog.cursors.put(rewritten(source.key, after, Buffer.byteLength(before)));
  await writeFileAtomically(file, after);
  await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  return erased;
}

function split(
  lines: readonly string[],
  ids: ReadonlySet<string>,
): readonly [going: readonly TranscriptMessage[], staying: readonly string[]] {
  const going: TranscriptMessage[] = [];
  const staying = lines.filter((line) => {
    const message = line === "" ? "" : jsonlMessage(line);
    if (typeof message === "string" || !ids.has(message.id)) return true;
    going.push(message);
    return false;
  });
  return [going, staying];
}

async function erasePassages(place: Place, drawers: readonly StoredDrawer[]): Promise<readonly ErasedDrawer[]> {
  const { project, index, source, file } = place;
  const text = readFileSync(file, "utf8");
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
