import { rmSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { syncFolder } from "../../files/private-folder.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { readDocument } from "../../ingest/draft-file.ts";
import { leaseName } from "../../ingest/hold-lease.ts";
import { indexSources } from "../../ingest/index-sources.ts";
import type { KeptSession } from "../../ingest/kept/kept-session.ts";
import { KeptSessions, keptFolder, keptSources } from "../../ingest/kept/kept-sessions.ts";
import type { ManualEdit } from "../../ingest/manual/index-manual-drawers.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { Caller } from "../../model/caller.ts";
import type { Source } from "../../model/source.ts";
import { forgetMoves } from "../../palace/corrections.ts";
import {
  type FilePlace,
  type FoundDrawer,
  framed,
  isBare,
  eraseDrawer,
  readDrawers,
} from "../../palace/drawer-file.ts";
import { LociError } from "../../model/error.ts";
import { withoutPassages } from "../../parsing/cut-passages.ts";
import { plainText } from "../../parsing/decode.ts";
import { LINEAR_TYPES } from "../../parsing/file-type.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { auditForgotten } from "../audit.ts";
import { removeSource } from "../documents/remove-source.ts";
import { underLease } from "../exclusive.ts";
import { documentFile, locate } from "../expand/current-text.ts";
import type { OpenedProject } from "../opened-project.ts";
import { withoutSpans } from "../../text/snippet.ts";
import { ForgottenTexts } from "./leave-no-trace.ts";
import { indexEdits, manualParts, manualSource, requireWhole } from "./manual-drawers.ts";

export interface ErasedDrawer {
  readonly id: string;
  readonly text: string;
  /** Absolute. */
  readonly file: string;
}

/** What goes, and for whom. */
type Erasing = readonly [
  project: OpenedProject,
  index: SearchIndex,
  what: { readonly drawers: readonly StoredDrawer[]; readonly caller: Caller },
];

/**
 * Cuts drawers that were added by hand out of their files, and out of the index. A drawer that was too long for one goes with all its
 * parts. A file that is left with nothing but its heading goes too.
 * @returns all that went, parts included
 */
export async function eraseManual(...[project, index, { drawers, caller }]: Erasing): Promise<readonly ErasedDrawer[]> {
  const source = await manualSource(project);
  const erased: ErasedDrawer[] = [];
  const edits: ManualEdit[] = [];
  await underLease(project, leaseName("source", source.key), async (lease) => {
    for (const { file, place, text, drawers: erasing, parts } of await manualParts(project, drawers)) {
      for (const { id, drawer } of parts) erased.push({ id, text: drawer.text, file });
      requireWhole(file, text);
      const after = await writeOrRemove(file, without(text, erasing), place);
      edits.push({ path: relative(source.root, file).split(sep).join("/"), before: text, after });
    }
    await indexEdits(project, index, { source, edits, lease });
  });
  const erasedIds = new Set(erased.map(({ id }) => id));
  await project.catalog.palace.change((edits) => forgetMoves(edits, erasedIds));
  // What the index holds and its file doesn't: an earlier attempt ended in between.
  if (drawers.some(({ drawer }) => !erasedIds.has(drawer.id)))
    await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
  await auditForgotten(project, caller, erased);
  return erased;
}

const without = (text: string, erasing: ReadonlySet<FoundDrawer>): string =>
  withEarlier(text, erasing)
    .sort((a, b) => b.block.start - a.block.start)
    .reduce(eraseDrawer, text);

/**
 * Drawers with their earlier versions, which nothing finds any more: whoever forgets what he changed forgets what stood there before. The last drawer
 * that was added until a version was superseded took its place.
 */
function withEarlier(text: string, erasing: ReadonlySet<FoundDrawer>): FoundDrawer[] {
  const all = readDrawers(text);
  const going = new Set([...erasing].map(({ block }) => block.start));
  const replacedBy = (earlier: FoundDrawer, until: string): FoundDrawer | undefined =>
    all
      .filter((one) => one !== earlier && one.scope === earlier.scope && one.added <= until)
      .reduce<FoundDrawer | undefined>((last, one) => (last && last.added > one.added ? last : one), undefined);
  for (const one of all.toReversed())
    if (one.superseded !== null && going.has(replacedBy(one, one.superseded)?.block.start ?? -1))
      going.add(one.block.start);
  return all.filter(({ block }) => going.has(block.start));
}

/** @returns what the file holds from then on */
async function writeOrRemove(file: string, text: string, { room }: FilePlace): Promise<string> {
  const after = isBare(text, room) ? "" : framed(text);
  if (after === "") {
    rmSync(file, { force: true });
    syncFolder(dirname(file));
  } else await writeFileAtomically(file, after);
  return after;
}

/** Whether a drawer is a message of a session that is kept in the data folder. */
export const isKept = ({ folder }: Pick<OpenedProject, "folder">, { document }: StoredDrawer): boolean =>
  document.documentType === "chat" &&
  new KeptSessions(keptFolder(folder.sessions, document.source)).summary(document.path) !== null;

/**
 * Removes mined messages from the kept sessions and from the index, each with all its drawers. The record that a message was forgotten contains only a
 * hash, and keeps its transcript from bringing it back.
 * @returns all drawers that went
 */
export async function eraseKept(...[project, index, { drawers, caller }]: Erasing): Promise<readonly ErasedDrawer[]> {
  if (drawers.length === 0) return [];
  const { catalog, folder } = project;
  const erased: ErasedDrawer[] = [];
  const told = new Set<string>();
  const changed = new Map<string, Source>();
  for (const [key, ofSource] of Map.groupBy(drawers, ({ document }) => document.source)) {
    const source = await catalog.sources.get(key);
    if (source === null) continue;
    changed.set(key, source);
    await underLease(project, leaseName("source", key), async () => {
      const kept = new KeptSessions(keptFolder(folder.sessions, key));
      for (const [path, own] of Map.groupBy(ofSource, ({ document }) => document.path)) {
        const ids = new Set(own.flatMap(({ drawer }) => drawer.message?.ids ?? []));
        for (const { drawer } of await index.documentDrawers({ source: key, path }, "all"))
          if (drawer.message?.ids.some((id) => ids.has(id)) === true)
            erased.push({ id: drawer.id, text: drawer.text, file: kept.file(path) });
        const going = kept.load(path)?.messages.filter(({ id }) => ids.has(id)) ?? [];
        if (caller === "owner") new ForgottenTexts(folder.root).add(going);
        kept.forget(path, ids);
        for (const message of going) for (const key of toldKeys(message)) told.add(key);
      }
    });
  }
  for (const source of await eraseCopies(project, told)) changed.set(source.key, source);
  // Transcripts are left for a later run: what nobody has read yet is neither planned to go nor to be found now.
  const sources = [...changed.values()];
  await indexSources(await project.ingest(index), { kind: "index", sources, unsettled: () => true });
  await auditForgotten(project, caller, erased);
  return erased;
}

/**
 * Takes messages out of the other sessions that tell them too: forks, resumed sessions, copies, whose drawers stand with the first.
 * @returns the sources of these
 */
async function eraseCopies(project: OpenedProject, told: ReadonlySet<string>): Promise<readonly Source[]> {
  const changed: Source[] = [];
  for (const key of keptSources(project.folder.sessions))
    await underLease(project, leaseName("source", key), async () => {
      let copied = false;
      const kept = new KeptSessions(keptFolder(project.folder.sessions, key));
      for (const path of kept.paths()) {
        const copies =
          kept.load(path)?.messages.filter((message) => toldKeys(message).some((key) => told.has(key))) ?? [];
        if (copies.length === 0) continue;
        kept.forget(path, new Set(copies.map(({ id }) => id)));
        copied = true;
      }
      const source = copied ? await project.catalog.sources.get(key) : null;
      if (source !== null) changed.push(source);
    });
  return changed;
}

/** By what copies of a message are known: its id, or in another form of its session the second in which it was said. */
const toldKeys = ({ id, role, time, text }: KeptSession["messages"][number]): readonly string[] => [
  JSON.stringify([id, text]),
  ...(time === null ? [] : [JSON.stringify([role, Math.floor(Date.parse(time) / 1000), text.trim()])]),
];

/** Whether a drawer stands in a file of the project's own: piped and handed-over documents, summaries. */
export const isInOwnFile = (
  { folder }: Pick<OpenedProject, "folder">,
  source: Source | undefined,
  { document }: StoredDrawer,
): source is Source => source !== undefined && isInside(source.root, folder.root) && document.documentType !== "chat";

interface OwnFile {
  readonly source: Source;
  readonly file: string;
  /** See `leftOf`. */
  readonly left: Uint8Array | null;
  readonly going: readonly StoredDrawer[];
  /** How many go that nobody asked for. */
  readonly others: number;
}

/** Files of the project's own in which drawers stand, with what is left of each and what goes. */
export async function ownFiles(
  project: OpenedProject,
  index: SearchIndex,
  drawers: readonly StoredDrawer[],
): Promise<readonly OwnFile[]> {
  const files: OwnFile[] = [];
  for (const own of Map.groupBy(drawers, ({ document: { source, path } }) => `${source}\0${path}`).values()) {
    const { document } = own[0] as StoredDrawer;
    const source = await project.catalog.sources.get(document.source);
    if (source === null) continue;
    const file = documentFile(source, document);
    const left = await leftOf(project, index, { file, drawers: own });
    const going = left === null ? await index.documentDrawers(document, "all") : own;
    files.push({ source, file, left, going, others: going.length - own.length });
  }
  return files;
}

/**
 * Takes drawers out of the project's own files, and out of the index.
 * @returns all drawers that went
 */
export async function eraseInOwnFiles(
  ...[project, index, { drawers, caller }]: Erasing
): Promise<readonly ErasedDrawer[]> {
  const erased: ErasedDrawer[] = [];
  for (const { source, file, left, going } of await ownFiles(project, index, drawers)) {
    await underLease(project, leaseName("source", source.key), async () =>
      left === null ? rmSync(file, { force: true }) : await writeFileAtomically(file, left),
    );
    if (source.kind !== "folder" && !left?.length) await removeSource(project, source.key);
    else await indexSources(await project.ingest(index), { kind: "index", sources: [source] });
    erased.push(...going.map(({ drawer }) => ({ id: drawer.id, text: drawer.text, file })));
  }
  await project.catalog.accesses.forget(erased.map(({ id }) => id));
  await auditForgotten(project, caller, erased);
  return erased;
}

function nullIfSkipped(thrown: unknown): null {
  if (thrown instanceof LociError && thrown.code === "FILE_SKIPPED") return null;
  throw thrown;
}

/** What is left of a file without its drawers that go, empty for nothing; null where it can't be rewritten, so that none of its words stays. */
async function leftOf(
  project: OpenedProject,
  index: SearchIndex,
  { file, drawers }: { readonly file: string; readonly drawers: readonly StoredDrawer[] },
): Promise<Uint8Array | null> {
  const [first] = drawers;
  const found = readDocument(file);
  if (first === undefined || found.kind === "failed") return null;
  const { bytes } = found;
  const { path, documentType } = first.document;
  const { parse } = await project.ingest(index);
  const read = async (from: Uint8Array): Promise<string | null> =>
    await parse({ path, documentType, bytes: from }).then(({ text }) => text, nullIfSkipped);
  const text = await read(bytes);
  if (text === null) return null;
  // What it doesn't hold any more went in an earlier attempt.
  const passages = drawers.flatMap(({ drawer }) => locate(drawer, text)?.span ?? []);
  if (passages.length === 0) return bytes;
  const decoded = LINEAR_TYPES.has(documentType) ? await plainText(bytes) : null;
  if (decoded === null || !("text" in decoded) || decoded.text !== text)
    return await withoutPassages({ bytes, documentType }, { text, passages }, read);
  const left = withoutSpans(text, passages);
  return Buffer.from(left.trim() === "" ? "" : left);
}
